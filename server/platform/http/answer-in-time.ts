import { currentPatience, withoutRequest } from '../database/patience.ts';

interface InTime<T> {
  /** What is answered if the work takes too long. */
  readonly otherwise: T;
  /** Hears of a failure after that. */
  onLateFailure(error: unknown): void;
}

/**
 * Does work that must not be cut short. At the request's deadline, resolves with `otherwise`,
 * and the work goes on; it can ask whether it is late.
 */
export async function answerInTime<T>(
  work: (isLate: () => boolean) => Promise<T>,
  { otherwise, onLateFailure }: InTime<T>,
): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<T>();
  const patience = currentPatience();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      patience.limit();
      resolve(otherwise);
    },
    Math.max(patience.leftMs(), 0),
  );
  const working = withoutRequest(() => work(() => isLate));
  working.catch((error: unknown) => {
    if (isLate) onLateFailure(error);
  });
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}
