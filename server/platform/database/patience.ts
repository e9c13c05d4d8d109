import { AsyncLocalStorage } from 'node:async_hooks';

/** How long one request, or one read or write of background work, waits in all for a database that is away, in milliseconds. */
export const longestMs = 10_000;
/** What a statement or a commit has at least, in milliseconds: a handler may go on without an earlier one. */
export const leastMs = 1_000;

/**
 * What is left of the time for which a request waits. Nothing is limited by it until a wait was in vain; from then on,
 * whatever was spent before counts, too. Waits at the same time count once.
 */
export class Patience {
  /** What was spent, without overlaps, in order. */
  readonly #spent: { readonly from: number; readonly until: number }[] = [];
  #isInVain = false;

  /** What is left, less a wait that goes on since `since`. */
  leftMs(since = performance.now()): number {
    const before = this.#spent.map(({ from, until }) => Math.max(0, Math.min(until, since) - from));
    return before.reduce((left, ms) => left - ms, longestMs - (performance.now() - since));
  }

  /** Counts a wait that began at `since` and is over. */
  spend(since: number): void {
    let from = since;
    for (let last = this.#spent.at(-1); last && last.until >= since; last = this.#spent.at(-1)) {
      from = Math.min(from, last.from);
      this.#spent.pop();
    }
    this.#spent.push({ from, until: performance.now() });
  }

  get isInVain(): boolean {
    return this.#isInVain;
  }

  /** The same for one in vain. */
  spendInVain(since: number): void {
    this.spend(since);
    this.#isInVain = true;
  }

  /** How long something may take that otherwise may take `ownMs`; at least `least`. */
  limitMs(ownMs: number, least = leastMs): number {
    return this.#isInVain ? Math.min(ownMs, Math.max(this.leftMs(), least)) : ownMs;
  }
}

const ofRequest = new AsyncLocalStorage<{ patience: Patience | null }>();

/** Answers a request, which waits for the database ten seconds in all. What it leaves running doesn't count as its own. */
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
