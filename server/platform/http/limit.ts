import { sql } from 'kysely';
import { type Change, makeChange } from '../database/change.ts';
import type { Services } from '../services.ts';
import { Problem } from './problem.ts';

/** At most `count` uses in `windowMs` per key. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

/**
 * Counts one use of `key` in the database, in one statement, so that several servers share it and a
 * restart forgets nothing. Past the limit it throws TOO_MANY with a message that says when to try again;
 * `refusal` is what to say before that, such as another way.
 */
export function spend(
  services: Services,
  key: string,
  limit: Limit,
  refusal?: string,
): Promise<void> {
  return makeChange(services, (change) => spendIn(change, services, key, limit, refusal));
}

/** The same in the caller's transaction; a refused use isn't counted if that rolls back. */
export async function spendIn(
  { tx, now }: Change,
  { limitFactor }: Pick<Services, 'limitFactor'>,
  key: string,
  limit: Limit,
  refusal?: string,
): Promise<void> {
  const nowAt = now.toISOString();
  const windowEndsAt = new Date(now.getTime() + limit.windowMs).toISOString();
  // A window that ends later than a new one would began while the clock was ahead, so it is over too.
  const isOver = sql`("rateLimits"."windowEndsAt" <= ${nowAt} or "rateLimits"."windowEndsAt" > excluded."windowEndsAt")`;
  const row = await tx
    .insertInto('rateLimits')
    .values({ key, count: 1, windowEndsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else "rateLimits"."count" + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded."windowEndsAt" else "rateLimits"."windowEndsAt" end`,
      }),
    )
    .returning(['count', 'windowEndsAt'])
    .executeTakeFirstOrThrow();
  if (row.count > limit.count * limitFactor) {
    const retryAfter = Math.max(
      1,
      Math.ceil((Date.parse(row.windowEndsAt) - now.getTime()) / 1000),
    );
    const wait = waitText(retryAfter);
    const message =
      refusal === undefined
        ? `Too many attempts. Try again in ${wait}.`
        : `${refusal} Otherwise, try again in ${wait}.`;
    throw new Problem('TOO_MANY', message, { retryAfter });
  }
}

/** A wait in words: `15 minutes`. Rounds up, so that a retry after it isn't refused. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 60) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
