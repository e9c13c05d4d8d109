/**
 * Runs `task` once at a time. What is asked for meanwhile becomes one more run after it, woken if any
 * of those who asked had woken it: the run under way may have passed what they mean. `task` never
 * rejects.
 */
export function inTurn<T>(
  task: (isWoken: boolean) => Promise<T>,
): (isWoken: boolean) => Promise<T> {
  let running: Promise<T> | null = null;
  let queued: Promise<T> | null = null;
  let isQueuedWoken = false;

  return function turn(isWoken: boolean): Promise<T> {
    if (!running) {
      running = task(isWoken).finally(() => {
        running = null;
      });
      return running;
    }
    isQueuedWoken ||= isWoken;
    queued ??= running.then(() => {
      const wakes = isQueuedWoken;
      queued = null;
      isQueuedWoken = false;
      return turn(wakes);
    });
    return queued;
  };
}
