import { DatabaseAway } from './open.ts';
import type { Patience } from './patience.ts';

/** What must be left for a try after the turn came, in milliseconds: less would only leave another uncertain commit. */
const enoughMs = 2_000;

/** How often those that wait for a turn are looked at while the database is away, in milliseconds. */
const lookEveryMs = 200;

interface Waiting {
  readonly endsAt: number;
  giveUp(): void;
}

/** Whether the database was reached when it was last needed, and what still waits for a turn to try. */
export class Reach {
  readonly #waiting = new Set<Waiting>();
  #looking: NodeJS.Timeout | undefined;

  get isAway(): boolean {
    return this.#looking !== undefined;
  }

  reached(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  lost(): void {
    this.#looking ??= setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /**
   * Waits for `turn` as long as it takes, but while the database is away only as long as `patience` lasts.
   * @throws DatabaseAway
   */
  async waitFor<T>(turn: Promise<T>, patience: Patience): Promise<T> {
    const since = performance.now();
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const waiting: Waiting = {
      endsAt: since + patience.leftMs - enoughMs,
      giveUp: () => reject(new DatabaseAway(new Error('Others wait for it, too.'))),
    };
    this.#waiting.add(waiting);
    try {
      return await Promise.race([turn, givenUp]);
    } finally {
      this.#waiting.delete(waiting);
      if (this.isAway) {
        patience.begin(since);
        patience.end();
      }
    }
  }

  #look(): void {
    const now = performance.now();
    for (const waiting of this.#waiting) if (now >= waiting.endsAt) waiting.giveUp();
  }
}
