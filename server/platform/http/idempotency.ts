import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { type Change, makeChange } from '../database/change.ts';
import type { Database } from '../database/open.ts';
import { onlyRow, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { Services } from '../services/services.ts';
import { waitText } from './limit.ts';
import { Problem } from './problem.ts';

/** A request that takes effect once, however often it is repeated. */
export interface OnceRequest {
  /** The name of the call. */
  readonly name: string;
  /** Null: the caller sent none, so each request takes effect. */
  readonly key: string | null;
  /** The scopes in which the key is looked up; the answer is stored under the first. */
  readonly scopes: readonly [string, ...string[]];
  /** Distinguishes different requests with the same key. */
  readonly hash: string;
  /** The account to which everything belongs that the request changes; see `Database.write`. */
  readonly owner?: string | undefined;
}

/** The `Idempotency-Key` of a request; null without one. @throws MALFORMED */
export function idempotencyKey(context: Context): string | null {
  const key = context.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\w-]{8,100}$/.test(key)) {
    throw new Problem('MALFORMED', 'Invalid Idempotency-Key.');
  }
  return key;
}

/** The problem for a known key with another request. */
export function keyReused(): Problem {
  return new Problem('KEY_REUSED', 'This Idempotency-Key was already used for another request.');
}

const visitorScope = 'visitor';

/**
 * The most answers stored per account. Beyond it the oldest are dropped, but none younger than a week: by
 * then any device in use has repeated its unanswered requests. An account that sends more in a week is
 * refused until its oldest answer is old enough; the outbox waits until then, and no change is ever applied
 * twice. Visitors only send custom requests, at most 60 a day per address.
 */
const answersPerAccount = 10_000;
const repeatableMs = 7 * 86_400_000;

/** The scope of an account's keys. Keys are random, so all visitors share a scope. */
export function keyScope(account: { readonly id: string } | null): string {
  return account ? `account:${account.id}` : visitorScope;
}

/** The hash of a request's parsed parts. */
export function hashRequest(name: string, parts: object): string {
  return createHash('sha256').update(name).update(JSON.stringify(parts)).digest('hex');
}

/** Whether the key has an answer, whatever the request. */
export async function isKnownKey(
  read: Database['read'],
  { key, scopes }: Pick<OnceRequest, 'key' | 'scopes'>,
): Promise<boolean> {
  if (key === null) return false;
  const row = await read
    .selectFrom('idempotencyAnswers')
    .select('key')
    .where('key', '=', key)
    .where('scope', 'in', [...scopes])
    .executeTakeFirst();
  return row !== undefined;
}

/** An answer as JSON, and whether this request took effect or an earlier one with its key had. */
export interface OnceAnswer {
  readonly json: string;
  readonly isRepeat: boolean;
}

/**
 * Runs `work` and stores its answer in one transaction; for a known key, returns the stored answer instead.
 * @throws KEY_REUSED for a different request with the same key; TOO_MANY if the account can't store more
 * answers
 */
export function answerOnce(
  services: Services,
  request: OnceRequest,
  work: (change: Change) => Promise<unknown>,
): Promise<OnceAnswer> {
  const answer = async (change: Change): Promise<OnceAnswer> => {
    const { key, name, hash, scopes } = request;
    if (key === null) return { json: JSON.stringify(await work(change)), isRepeat: false };
    const { tx, now } = change;
    const [scope, otherScope = scope] = scopes;
    const stored = onlyRow(
      await readStored(tx, {
        key,
        scope,
        otherScope,
        // Visitors have no limit.
        limitedScope: scope === visitorScope ? '' : scope,
        newer: Math.ceil(answersPerAccount * services.limitFactor) - 1,
      }),
    );
    if (stored.answer !== null) {
      if (stored.requestHash === hash) return { json: stored.answer, isRepeat: true };
      throw keyReused();
    }
    if (stored.oldestAt) await makeRoom(change, scope, stored.oldestAt);
    const json = JSON.stringify(await work(change));
    await storeAnswer(tx, {
      scope,
      key,
      callName: name,
      requestHash: hash,
      answer: json,
      createdAt: now.toISOString(),
    });
    return { json, isRepeat: false };
  };
  return makeChange(services, answer, request.owner);
}

interface Question {
  readonly key: string;
  readonly scope: string;
  readonly otherScope: string;
  readonly limitedScope: string;
  /** How many newer answers may stay beside the oldest. */
  readonly newer: number;
}

/**
 * The answer stored for a key, or null. `oldestAt`: when the oldest answer of an account at its limit was stored;
 * null below the limit.
 */
const readStored = statement((tx, { key, scope, otherScope, limitedScope, newer }: Question) =>
  tx.selectNoFrom((from) => {
    const known = from
      .selectFrom('idempotencyAnswers')
      .where('scope', 'in', [scope, otherScope])
      .where('key', '=', key)
      .orderBy('scope')
      .limit(1);
    return [
      known.select('answer').as('answer'),
      known.select('requestHash').as('requestHash'),
      from
        .selectFrom('idempotencyAnswers')
        .select('createdAt')
        .where('scope', '=', limitedScope)
        .orderBy('createdAt', 'desc')
        .limit(1)
        .offset(newer)
        .as('oldestAt'),
    ];
  }),
);

const storeAnswer = statement((tx, row: Tables['idempotencyAnswers']) =>
  tx.insertInto('idempotencyAnswers').values({
    scope: row.scope,
    key: row.key,
    callName: row.callName,
    requestHash: row.requestHash,
    answer: row.answer,
    createdAt: row.createdAt,
  }),
);

/** Drops the oldest answers of an account at its limit. @throws TOO_MANY */
async function makeRoom({ tx, now }: Change, scope: string, oldestAt: string): Promise<void> {
  const leftMs = Date.parse(oldestAt) + repeatableMs - now.getTime();
  if (leftMs > 0) {
    const retryAfter = Math.ceil(leftMs / 1000);
    const message = `Too many changes from this account. Try again in ${waitText(retryAfter)}.`;
    throw new Problem('TOO_MANY', message, { retryAfter });
  }
  await tx
    .deleteFrom('idempotencyAnswers')
    .where('scope', '=', scope)
    .where('createdAt', '<=', oldestAt)
    .execute();
}
