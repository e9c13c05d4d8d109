/** A tab that holds a lock this long is passed over; correctness never rests on the lock. */
const patienceMs = 15_000;

/**
 * Runs `task` while no other tab runs one of the same name; at once where the browser has no locks.
 * A tab that is frozen gives its lock away and goes on with its task when it is awake again.
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
    // Not given in time; what the task itself threw is told below.
  }
  return running ?? task();
}

/** Settles with `running`, or as soon as the browser freezes this tab. */
async function unlessFrozen(running: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const frozen = new Promise<unknown>((resolve) => {
    // Told to the document only, which the worker hasn't: caught on the way there.
    addEventListener('freeze', resolve, { capture: true, signal: over.signal });
  });
  await Promise.race([running, frozen]).finally(() => over.abort());
}
