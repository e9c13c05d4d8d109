import { DatabaseUnavailable } from './open.ts';
import type { Patience } from './patience.ts';
import { isLost } from './postgres-failures.ts';

/** What must be left for a try after the turn came, in milliseconds: less would only leave another uncertain commit. */
const enoughMs = 2_000;

/** How often those that wait are looked at, in milliseconds. */
const lookEveryMs = 200;

/** How long something waits, while nothing is answered, before the database is asked for an answer, in milliseconds. */
const doubtedMs = 2_000;

interface Waiting {
  readonly patience: Patience;
  readonly since: number;
  giveUp(): void;
}

/** Whether the database was reached when it was last needed, and what waits for it or for a turn to try. */
export class Reach {
  readonly #prove: (() => Promise<unknown>) | null;
  readonly #waiting = new Set<Waiting>();
  #looking: NodeJS.Timeout | undefined;
  #isAway = false;
  /** When it was last away. */
  #awayAt = Number.NEGATIVE_INFINITY;
  #isProving = false;
  #answeredAt = 0;

  /** `prove` gets an answer that only a database gives that isn't away, or fails. */
  constructor(prove: (() => Promise<unknown>) | null = null) {
    this.#prove = prove;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  reached(): void {
    this.#answeredAt = performance.now();
    if (this.#isAway) this.#awayAt = this.#answeredAt;
    this.#isAway = false;
  }

  lost(): void {
    this.#isAway = true;
  }

  /**
   * Waits for `work` as long as it takes, but only as long as `patience` lasts if the database is away, or was
   * while the same request waited. Others may wait for an answer that never comes, of which this shop knows nothing, so
   * after a while it asks for one itself.
   * @throws DatabaseUnavailable
   */
  async waitFor<T>(work: Promise<T>, patience: Patience): Promise<T> {
    const since = performance.now();
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const waiting: Waiting = {
      patience,
      since,
      giveUp: () => reject(new DatabaseUnavailable(new Error('Others wait for it, too.'))),
    };
    this.#waiting.add(waiting);
    this.#looking ??= setInterval(() => this.#look(), lookEveryMs).unref();
    try {
      const found = await Promise.race([work, givenUp]);
      if (this.#isAway || this.#awayAt > since) patience.waitedInVain();
      return found;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  #look(): void {
    const [first] = this.#waiting;
    if (!first) {
      clearInterval(this.#looking);
      this.#looking = undefined;
      return;
    }
    for (const { patience, giveUp } of this.#waiting) {
      if (this.#isAway) patience.waitedInVain();
      const neededMs = this.#isAway ? enoughMs : 0;
      if (patience.isInVain && patience.leftMs() <= neededMs) giveUp();
    }
    const waitedMs = performance.now() - Math.max(first.since, this.#answeredAt);
    if (!this.#isAway && waitedMs > doubtedMs) void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#isProving || !this.#prove) return;
    this.#isProving = true;
    try {
      await this.#prove();
      this.reached();
    } catch (error) {
      if (isLost(error)) this.lost();
      else this.#answeredAt = performance.now();
    } finally {
      this.#isProving = false;
    }
  }
}
