import type { ToWorker } from '#offline/catalogue/worker-messages.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import { unlessLate } from '#offline/sending/unless-late.ts';

const waiting = new AbortController();

/** How long to wait for the active worker to wake up, in ms. */
const wakeMs = 1_000;

/** Aborted when another version waits to take over. A browser lets it only once this one has no event left to finish. */
export const otherVersionWaits: AbortSignal = waiting.signal;

/** Ends what lasts long, for the next version to continue, and answers through its port. */
export function makeWay(port: MessagePort | undefined): void {
  waiting.abort();
  port?.postMessage(null);
}

/**
 * Asks the active worker to make way, and resolves once it is awake: Chromium ends it at once only if it runs by
 * then, and otherwise when it has been idle for 30 s.
 */
export async function askToMakeWay(active: ServiceWorker | null): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
  });
  const message: ToWorker = { kind: 'makeWay' };
  active?.postMessage(message, [port2]);
  if (active) await unlessLate(systemClock, wakeMs, answered);
  port1.close();
}
