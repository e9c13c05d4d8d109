import { sql } from 'kysely';
import { counted } from '#contract/wire/counted.ts';
import { type Change, makeChange } from '../database/change.ts';
import { onlyRow, statement } from '../database/statement.ts';
import type { Services } from '../services/services.ts';
import { Problem } from './problem.ts';

/** At most `count` uses in `windowMs` per key. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

/** What a refused use says, with the wait in words. */
type Refusal = (wait: string) => string;

const tooMany: Refusal = (wait) => `Too many attempts. Try again in ${wait}.`;

/**
 * Counts one use of `key` in the database, in one statement, so that several servers share it and a
 * restart forgets nothing. Past the limit it throws TOO_MANY with a message that says when to try again.
 */
export function spend(
  services: Services,
  key: string,
  limit: Limit,
  refusal?: Refusal,
): Promise<void> {
  return makeChange(services, (change) => spendIn(change, services, key, limit, refusal));
}

/** The same in the caller's transaction; a refused use isn't counted if that rolls back. */
export async function spendIn(
  change: Change,
  { limitFactor }: Pick<Services, 'limitFactor'>,
  key: string,
  limit: Limit,
  refusal = tooMany,
): Promise<void> {
  const { count, windowEndsAt } = await countUse(change, key, limit.windowMs);
  if (count > limit.count * limitFactor) throw pastLimit(windowEndsAt, change.now, refusal);
}

/** Counts nothing. @throws TOO_MANY if another use of `key` would be past the limit */
export async function assertLeft(
  { database, clock, limitFactor }: Pick<Services, 'database' | 'clock' | 'limitFactor'>,
  key: string,
  limit: Limit,
): Promise<void> {
  const now = clock();
  const used = await database.read
    .selectFrom('rateLimits')
    .select(['count', 'windowEndsAt'])
    .where('key', '=', key)
    .where('windowEndsAt', '>', now.toISOString())
    .where('windowEndsAt', '<=', new Date(now.getTime() + limit.windowMs).toISOString())
    .executeTakeFirst();
  if (used && used.count >= limit.count * limitFactor) {
    throw pastLimit(used.windowEndsAt, now, tooMany);
  }
}

function pastLimit(windowEndsAt: string, now: Date, refusal: Refusal): Problem {
  const seconds = Math.ceil((Date.parse(windowEndsAt) - now.getTime()) / 1000);
  const retryAfter = Math.max(1, seconds);
  return new Problem('TOO_MANY', refusal(waitText(retryAfter)), { retryAfter });
}

/** Counts one use of `key`: which one it is in its window, which the first use opens. */
export async function countUse(
  { tx, now }: Change,
  key: string,
  windowMs: number,
): Promise<{ readonly count: number; readonly windowEndsAt: string }> {
  const windowEndsAt = new Date(now.getTime() + windowMs).toISOString();
  return onlyRow(await countInWindow(tx, { key, nowAt: now.toISOString(), windowEndsAt }));
}

type Window = { readonly key: string; readonly nowAt: string; readonly windowEndsAt: string };

const countInWindow = statement((tx, { key, nowAt, windowEndsAt }: Window) => {
  // A window that ends later than a new one would began while the clock was ahead, so it is over too.
  const isOver = sql`("rateLimits"."windowEndsAt" <= ${nowAt} or "rateLimits"."windowEndsAt" > excluded."windowEndsAt")`;
  return tx
    .insertInto('rateLimits')
    .values({ key, count: 1, windowEndsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else "rateLimits"."count" + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded."windowEndsAt" else "rateLimits"."windowEndsAt" end`,
      }),
    )
    .returning(['count', 'windowEndsAt']);
});

/** A wait in words: `15 minutes`. Rounds up, so that a retry after it isn't refused. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 60) return `${Math.ceil(minutes / 60)} hours`;
  return counted(minutes, 'minute');
}
