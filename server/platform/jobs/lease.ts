import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../database/column-types.ts';
import type { Transaction } from '../database/open.ts';
import { repeat } from './repeat.ts';

/**
 * How long a process that stopped renewing its lease still has it, in ms. Whoever looks for work every few
 * seconds takes it over within a minute, even if the clocks of two machines differ by several seconds.
 */
const leaseMs = 40_000;
/** How often a lease is renewed, in ms. */
const renewMs = 10_000;

/** When a lease that is taken or renewed now expires, as stored in rows. */
export function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}

/**
 * Runs `work` and calls `renew` every ten seconds until it ends, so that nobody else takes its lease however
 * long it takes. `renew` returns false if somebody has; then `lost` is aborted.
 */
export async function whileLeased<T>(
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
  everyMs = renewMs,
): Promise<T> {
  const lost = new AbortController();
  const renewal = repeat(
    { everyMs, afterFailureMs: everyMs / 10 },
    async () => {
      if (!lost.signal.aborted && !(await renew())) lost.abort();
    },
    // The next renewal, soon, makes up for a failed one.
    () => {},
  );
  try {
    return await work(lost.signal);
  } finally {
    await renewal.stop();
  }
}

/**
 * How long this process surely has a lease that it is about to take, by a clock of its own that nothing sets.
 * For what must not be done twice, although an outage of the database may keep it from knowing that another has it.
 */
export class OwnLease {
  #takenAt = performance.now();

  /** Calls `renew`, which returns whether the lease is still its own, and returns that. */
  async renewBy(renew: () => Promise<boolean>): Promise<boolean> {
    const askedAt = performance.now();
    const isOwn = await renew();
    this.#takenAt = isOwn ? askedAt : Number.NEGATIVE_INFINITY;
    return isOwn;
  }

  /** Whether it lasts for this much longer, in ms. */
  lastsFor(milliseconds: number): boolean {
    return performance.now() + milliseconds <= this.#takenAt + leaseMs;
  }
}

/** Ends a query for rows to take, for `modifyEnd`: with PostgreSQL it skips those that another process is taking. SQLite has one writer. */
export function skipTaken(tx: Transaction): RawBuilder<unknown> {
  return isPostgres(tx) ? sql`for update skip locked` : sql``;
}
