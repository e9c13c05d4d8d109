import { setTimeout } from 'node:timers/promises';
import { DatabaseUnavailable } from './open.ts';
import { currentPatience, type Patience } from './patience.ts';
import { isInTheWay, isLost } from './postgres-failures.ts';

/** The longest pause before another try, in milliseconds. Each pause is a random part of it. */
const longestPause = 400;

/**
 * Repeats `attempt` while other writes are in its way, and as long as `patience` lasts once the server is away. Throws
 * any other failure at once.
 * @throws DatabaseUnavailable
 */
export async function untilReached<T>(
  attempt: (patience: Patience) => Promise<T>,
  patience = currentPatience(),
): Promise<T> {
  for (let pause = longestPause / 16; ; pause = Math.min(longestPause, pause * 2)) {
    try {
      return await attempt(patience);
    } catch (error) {
      const isGivenUp = error instanceof DatabaseUnavailable;
      const isInVain = isGivenUp || isLost(error);
      if (isInVain) patience.waitedInVain();
      else if (!isInTheWay(error)) throw error;
      if (isGivenUp) throw error;
      if (isInVain && patience.leftMs() <= 0) throw new DatabaseUnavailable(error);
    }
    await setTimeout(Math.random() * pause);
  }
}
