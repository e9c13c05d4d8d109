import type { Clock } from '#offline/sending/drainer.ts';

/** @throws the reason of `signal` once it is aborted */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      stop();
      reject(signal.reason);
    };
    const stop = clock.after(ms, () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    signal.addEventListener('abort', end, { once: true });
  });
}
