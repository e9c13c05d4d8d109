import { AsyncLocalStorage } from 'node:async_hooks';

/** How long one request, or one read or write of background work, waits in all for a database that is away, in milliseconds. */
const longestMs = 10_000;
/** What a statement or a commit has at least, in milliseconds: a handler may go on without an earlier one. */
export const leastMs = 1_000;

/** What is left of the time for which a request waits in vain. Waits at the same time count once. */
export class Patience {
  #leftMs = longestMs;
  #waits = 0;
  #since = 0;
  #countedUntil = 0;

  get leftMs(): number {
    return this.#leftMs - (this.#waits > 0 ? performance.now() - this.#since : 0);
  }

  /** Begins a wait in vain, or finds that one began at `since`. */
  begin(since: number): void {
    if (this.#waits === 0) this.#since = Math.max(since, this.#countedUntil);
    this.#waits += 1;
  }

  end(): void {
    this.#waits -= 1;
    if (this.#waits > 0) return;
    this.#countedUntil = performance.now();
    this.#leftMs -= this.#countedUntil - this.#since;
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

/** The patience of the request that is being answered, otherwise a new one. */
export function currentPatience(): Patience {
  return ofRequest.getStore()?.patience ?? new Patience();
}

/** How long a statement of the request that is being answered may take; undefined if there is none. */
export function statementLimitMs(): number | undefined {
  const patience = ofRequest.getStore()?.patience;
  return patience ? Math.max(patience.leftMs, leastMs) : undefined;
}
