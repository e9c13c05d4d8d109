import { Problem } from '../http/problem.ts';

type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** How much work may wait, and the sentence for the user who is turned away. */
interface QueueLimit {
  readonly mayWait: number;
  readonly refusal: string;
}

/** A semaphore per key, so that one caller can't use up everybody's slots. */
export function createKeyedSemaphore(
  atOnce: number,
  limit: QueueLimit,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { readonly semaphore: Semaphore; users: number }>();

  return async (key, work) => {
    const queue = queues.get(key) ?? {
      semaphore: createSemaphore(atOnce, limit),
      users: 0,
    };
    queues.set(key, queue);
    queue.users += 1;
    try {
      return await queue.semaphore(work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) queues.delete(key);
    }
  };
}

/**
 * Returns a semaphore that runs `atOnce` pieces of work at a time, in order. It throws UNAVAILABLE if
 * as many as `limit` allows are already waiting; without one, any number may wait.
 */
export function createSemaphore(atOnce: number, limit?: QueueLimit): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= atOnce) {
      if (limit && waiting.length >= limit.mayWait) {
        throw new Problem('UNAVAILABLE', limit.refusal, { retryAfter: 5 });
      }
      // The finished work passes its slot on, so `running` doesn't change.
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
