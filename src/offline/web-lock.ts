/** A tab that holds a lock this long is taken to be frozen; correctness never rests on the lock. */
const patienceMs = 15_000;

/** Runs `task` while no other tab runs one of the same name; at once where the browser has no locks. */
export async function withWebLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  let isStarted = false;
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, () => {
      isStarted = true;
      return task();
    });
  } catch (error) {
    if (isStarted) throw error;
    return task();
  }
}
