import { setTimeout } from 'node:timers/promises';
import { DatabaseUnavailable } from './open.ts';
import { currentPatience, type Patience } from './patience.ts';
import { isInTheWay, isLost } from './postgres-failures.ts';

/** The longest pause before another try, in milliseconds. Each pause is a random part of it. */
const longestPause = 400;

/** One try. */
export interface Trial {
  readonly patience: Patience;
  /** Since when it hasn't waited for other work of this shop any more, as `performance.now` says. */
  since: number;
}

/**
 * Repeats `attempt` while other writes are in its way, and as long as `patience` lasts once the server is away. Throws
 * any other failure at once.
 * @throws DatabaseUnavailable
 */
export async function untilReached<T>(
  attempt: (trial: Trial) => Promise<T>,
  patience = currentPatience(),
): Promise<T> {
  let since = performance.now();
  for (let pause = longestPause / 16; ; pause = Math.min(longestPause, pause * 2)) {
    const trial = { patience, since };
    try {
      return await attempt(trial);
    } catch (error) {
      const isGivenUp = error instanceof DatabaseUnavailable;
      const isInVain = isGivenUp || isLost(error);
      if (isInVain) patience.spendInVain(trial.since);
      else if (isInTheWay(error)) patience.spend(trial.since);
      else throw error;
      if (isGivenUp) throw error;
      if (isInVain && patience.leftMs() <= 0) throw new DatabaseUnavailable(error);
    }
    // The pause is part of the next try.
    since = performance.now();
    await setTimeout(Math.random() * pause);
  }
}
