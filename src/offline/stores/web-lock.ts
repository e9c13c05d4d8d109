/** How long to wait for another tab's lock before running without it. Correctness must never depend on the lock. */
const patienceMs = 15_000;

/**
 * Runs `task` while no other tab runs one with the same name; at once if the browser has no locks. A frozen
 * tab releases its lock and continues its task when it is awake again.
 */
export async function withWebLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  let running: Promise<T> | undefined;
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, () => {
      running = task();
      return unlessFrozen(running);
    });
  } catch {
    // The lock wasn't granted in time. An error of the task itself is rethrown below.
  }
  return running ?? task();
}

/** Settles with `running`, or as soon as the browser freezes this tab. */
async function unlessFrozen(running: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const frozen = new Promise<unknown>((resolve) => {
    // Only `document` gets the event, but a worker has none. So capture it on the global object.
    addEventListener('freeze', resolve, { capture: true, signal: over.signal });
  });
  await Promise.race([running, frozen]).finally(() => over.abort());
}
