/**
 * Runs `task` while no other tab works on the same file. If another tab does, calls `onBusy` and waits for it
 * to finish.
 * @throws AbortError when `signal` ends the wait
 */
export async function withFileLock<T>(
  name: string,
  signal: AbortSignal,
  onBusy: () => void,
  task: () => Promise<T>,
): Promise<T> {
  if (!('locks' in navigator)) return task();
  const busy = Symbol();
  const done = await navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? task() : busy,
  );
  if (done !== busy) return done as T;
  onBusy();
  return navigator.locks.request(name, { signal }, task);
}
