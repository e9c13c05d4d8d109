import { setTimeout as pause } from 'node:timers/promises';

const startTries = 100;

/** Starts it again and again, as a supervisor does: it may end at once because something it needs was just killed. */
export async function untilStarted(start: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === startTries) throw error;
    }
    await pause(100);
  }
}
