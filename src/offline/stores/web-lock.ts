import { pageSleep } from './page-sleep.ts';

/** How long to wait for another tab's lock before running without it. Correctness must never depend on the lock. */
const patienceMs = 15_000;

/**
 * Runs `task` while no other tab runs one with the same name; at once if the browser has no locks. A tab
 * that falls asleep releases its lock and continues its task when it is awake again.
 */
export async function withWebLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  let running: Promise<T> | undefined;
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, () => {
      running = task();
      return unlessAsleep(running);
    });
  } catch {
    // The lock wasn't granted in time. An error of the task itself is rethrown below.
  }
  return running ?? task();
}

/** Settles with `running`, or as soon as this tab falls asleep. */
async function unlessAsleep(running: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const asleep = new Promise<void>((resolve) => pageSleep.onSleep(resolve, over.signal));
  await Promise.race([running, asleep]).finally(() => over.abort());
}
