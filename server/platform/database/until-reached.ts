import { setTimeout } from 'node:timers/promises';
import { DatabaseAway } from './open.ts';
import { isInTheWay, isLost } from './postgres-failures.ts';

/** How long a statement or a write is tried again once the server is away, in milliseconds. */
const tryFor = 10_000;

/** The longest pause before another try, in milliseconds. Each pause is a random part of it. */
const longestPause = 400;

/**
 * Repeats `attempt` while other writes are in its way, and for `tryFor` once the server is away. Throws any other
 * failure at once.
 * @throws DatabaseAway
 */
export async function untilReached<T>(attempt: () => Promise<T>): Promise<T> {
  let endsAt: number | undefined;
  for (let pause = longestPause / 16; ; pause = Math.min(longestPause, pause * 2)) {
    try {
      return await attempt();
    } catch (error) {
      const now = performance.now();
      if (isInTheWay(error)) endsAt = undefined;
      else if (isLost(error)) endsAt ??= now + tryFor;
      else throw error;
      if (endsAt !== undefined && now >= endsAt) throw new DatabaseAway(error);
    }
    await setTimeout(Math.random() * pause);
  }
}
