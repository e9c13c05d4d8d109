import { Problem } from '../http/problem.ts';

/**
 * Runs pieces of work `atOnce` at a time, first come first served; throws UNAVAILABLE, with
 * `refusal`, when `mayWait` are waiting already.
 */
export function createTurns(
  atOnce: number,
  mayWait: number,
  refusal = 'Very many people are signing in. Please try again.',
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mayWait) {
        throw new Problem('UNAVAILABLE', refusal, { retryAfter: 5 });
      }
      // Whoever finishes hands over the turn, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
