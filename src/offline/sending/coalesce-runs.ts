/**
 * Runs `task` one at a time. Calls made during a run are coalesced into one more run after it, because
 * the current one may have passed the point they care about; it counts as pressed if any of them was.
 * `task` never rejects.
 */
export function coalesceRuns<T>(
  task: (isPressed: boolean) => Promise<T>,
): (isPressed: boolean) => Promise<T> {
  let running: Promise<T> | null = null;
  let queued: Promise<T> | null = null;
  let isQueuedPressed = false;

  return function turn(isPressed: boolean): Promise<T> {
    if (!running) {
      running = task(isPressed).finally(() => {
        running = null;
      });
      return running;
    }
    isQueuedPressed ||= isPressed;
    queued ??= running.then(() => {
      const isNextPressed = isQueuedPressed;
      queued = null;
      isQueuedPressed = false;
      return turn(isNextPressed);
    });
    return queued;
  };
}
