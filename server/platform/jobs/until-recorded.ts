import { setTimeout as pause } from 'node:timers/promises';

/** Before another try. */
const pauseMs = 100;

const never = new AbortController().signal;

/**
 * Runs `record` until it succeeds, however long the database is away, or until `stop` is aborted. `onFailure` is called
 * once, with the first error.
 */
export async function untilRecorded(
  record: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  stop = never,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await record();
      return;
    } catch (error) {
      if (tries === 1) onFailure(error);
      if (stop.aborted) return;
    }
    await pause(pauseMs);
  }
}
