import { Problem } from '../http/problem.ts';

type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** The same for each key by itself, so that one caller can't take everybody's turns. */
export function createKeyedSemaphore(
  atOnce: number,
  mayWait: number,
  refusal?: string,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { readonly inTurn: Semaphore; users: number }>();

  return async (key, work) => {
    const queue = queues.get(key) ?? {
      inTurn: createSemaphore(atOnce, mayWait, refusal),
      users: 0,
    };
    queues.set(key, queue);
    queue.users += 1;
    try {
      return await queue.inTurn(work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) queues.delete(key);
    }
  };
}

/**
 * Runs pieces of work `atOnce` at a time, first come first served; throws UNAVAILABLE, with
 * `refusal`, when `mayWait` are waiting already.
 */
export function createSemaphore(
  atOnce: number,
  mayWait: number,
  refusal = 'Very many people are signing in. Please try again.',
): Semaphore {
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
