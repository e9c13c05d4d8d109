/**
 * Runs `task` once at a time. What is asked for during a run becomes one more run after it, pressed if
 * any of those who asked had pressed: the run under way may have passed what they mean. `task` never
 * rejects.
 */
export function serialize<T>(
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
