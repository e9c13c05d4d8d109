import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from './open.ts';

/** How long one request, or one read or write of background work, waits in all for a database that is away, in milliseconds. */
export const longestMs = 10_000;
/** What a statement or a commit has at least, in milliseconds: a handler may go on without an earlier one. */
export const leastMs = 1_000;
/**
 * What is left at least once something was in vain for the first time, in milliseconds: a busy shop's request may be late
 * by then, and gets another try and its commit.
 */
const anotherTryMs = 3_000;
/** What a commit or another server has at least while nothing was in vain, in milliseconds. */
export const unhurriedMs = longestMs / 2;

/**
 * The one deadline of a request, counted from its arrival. Nothing is limited by it until a wait was in vain, so that a
 * busy shop's requests wait as long as it takes.
 */
export class Patience {
  #endsAt = performance.now() + longestMs;
  #isInVain = false;
  /** For each wait, what limits it from now on. */
  readonly #waits = new Set<() => void>();

  get isInVain(): boolean {
    return this.#isInVain;
  }

  leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Notes that something was waited for in vain. The first time, enough is left for another try. */
  waitedInVain(): void {
    if (!this.#isInVain) {
      this.#endsAt = Math.max(this.#endsAt, performance.now() + anotherTryMs);
    }
    this.limit();
  }

  /** From now on, each wait ends at the deadline. */
  limit(): void {
    this.#isInVain = true;
    for (const limit of this.#waits) limit();
  }

  /** Leaves out time that isn't the shop's. */
  excuse(milliseconds: number): void {
    this.#endsAt += milliseconds;
  }

  /** How long something may take that otherwise may take `ownMs`; at least `leastMs`. */
  limitMs(ownMs: number): number {
    return this.#isInVain ? Math.min(ownMs, Math.max(this.leftMs(), leastMs)) : ownMs;
  }

  /**
   * Waits for a read or a write whatever it waits for itself; once something was in vain, until the deadline and the
   * least that a commit and the question about it have.
   * @throws DatabaseUnavailable
   */
  async waitFor<T>(work: Promise<T>): Promise<T> {
    let from = performance.now();
    const { promise: late, reject } = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const watch = () => {
      const ms = Math.max(this.#endsAt, from) - performance.now() + 2 * leastMs;
      if (ms <= 0) reject(outOfTime());
      else timer = setTimeout(watch, ms);
    };
    const limit = () => {
      if (timer) return;
      from = performance.now();
      watch();
    };
    this.#waits.add(limit);
    if (this.#isInVain) limit();
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      this.#waits.delete(limit);
    }
  }
}

function outOfTime(): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error('It didn’t answer within the time of its request.'));
}

const ofRequest = new AsyncLocalStorage<{ patience: Patience | null }>();

/** Answers a request, which has one deadline. What it leaves running after its answer doesn't count as its own. */
export async function withOnePatience<T>(answer: () => Promise<T>): Promise<T> {
  const own: { patience: Patience | null } = { patience: new Patience() };
  try {
    return await ofRequest.run(own, answer);
  } finally {
    own.patience = null;
  }
}

/** Runs what goes on after the answer, if need be. */
export function withoutRequest<T>(work: () => Promise<T>): Promise<T> {
  return ofRequest.run({ patience: null }, work);
}

/** The patience of the request that is being answered, otherwise a new one. */
export function currentPatience(): Patience {
  return ofRequest.getStore()?.patience ?? new Patience();
}

/** How long a statement of the request that is being answered may take; undefined if there is none. */
export function statementLimitMs(): number | undefined {
  return ofRequest.getStore()?.patience?.limitMs(longestMs);
}

/**
 * How long another server may take that is asked for the request that is being answered: what is left of its time, and
 * `least` at least once something was in vain. `ownMs` if there is no request.
 */
export function askedWithinMs(ownMs: number, least: number): number {
  const patience = ofRequest.getStore()?.patience;
  if (!patience) return ownMs;
  return Math.min(ownMs, Math.max(patience.leftMs(), patience.isInVain ? least : unhurriedMs));
}

/** Waits for the sender of the request, which isn't the shop's time. */
export async function awaitSender<T>(sending: Promise<T>): Promise<T> {
  const since = performance.now();
  try {
    return await sending;
  } finally {
    ofRequest.getStore()?.patience?.excuse(performance.now() - since);
  }
}
