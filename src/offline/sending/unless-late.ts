import type { Clock } from './drainer.ts';

/** Resolves like `wanted`, or with null after `ms` of the clock. */
export function unlessLate<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  wanted: Promise<T>,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(null));
    wanted.then(
      (found) => {
        cancel();
        resolve(found);
      },
      (error: unknown) => {
        cancel();
        reject(error as Error);
      },
    );
  });
}
