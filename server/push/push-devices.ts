import type { PushDevice } from '#contract/custom-request.ts';
import { messages } from '#contract/messages.ts';
import { whoAsked } from '../customs/who-asked.ts';
import type { Database, Transaction } from '../database/open.ts';
import { Problem } from '../http/problem.ts';

/** The browsers of one buyer; the oldest make room. */
const mostDevices = 10;
/** A push service that doesn't answer is asked so often, for about an hour. */
const mostAttempts = 6;
const firstWaitMs = 60_000;
/** Longer than any sending takes; a sender that died in between loses its claim after it. */
const claimMs = 5 * 60_000;

/** The services behind browsers. The server calls no other address that a stranger names. */
const services =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)$/;

/** Keeps a browser that wants to be told, or forgets it. Throws INVALID for one of no push service. */
export async function keepDevice(
  tx: Transaction,
  now: Date,
  accountId: string,
  { endpoint, keys }: PushDevice,
): Promise<void> {
  if (keys === null) {
    await tx
      .deleteFrom('pushDevices')
      .where('endpoint', '=', endpoint)
      .where('accountId', '=', accountId)
      .execute();
    return;
  }
  const isKey = (text: string) => /^[\w-]{16,120}={0,2}$/.test(text);
  if (!isPushService(endpoint) || !isKey(keys.p256dh) || !isKey(keys.auth)) {
    throw new Problem('INVALID', messages.invalid.fields);
  }
  // Whoever uses the browser now is told, and nobody who used it before.
  const row = { accountId, ...keys, createdAt: now.toISOString(), nextTryAt: null };
  await tx
    .insertInto('pushDevices')
    .values({ endpoint, ...row })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .execute();
  await tx
    .deleteFrom('pushDevices')
    .where('accountId', '=', accountId)
    .where('endpoint', 'not in', (inner) =>
      inner
        .selectFrom('pushDevices')
        .select('endpoint')
        .where('accountId', '=', accountId)
        .orderBy('createdAt', 'desc')
        .limit(mostDevices),
    )
    .execute();
}

function isPushService(endpoint: string): boolean {
  if (endpoint.length > 1000) return false;
  const url = URL.parse(endpoint);
  return url?.protocol === 'https:' && url.port === '' && services.test(url.hostname);
}

/** Customs open: each browser of who asked is to be told, once. */
export async function queuePushes(tx: Transaction, now: Date): Promise<void> {
  const nowAt = now.toISOString();
  await tx
    .updateTable('pushDevices')
    .set({ openedAt: nowAt, nextTryAt: nowAt, attempts: 0 })
    .where('accountId', 'in', whoAsked(tx).select('id'))
    .execute();
}

/** Customs closed: what didn't go out by now is no news any more. */
export async function dropPushes(tx: Transaction): Promise<void> {
  await tx.updateTable('pushDevices').set({ nextTryAt: null }).execute();
}

/** A browser that its claimer alone may tell now. */
export interface ClaimedPush {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly openedAt: string | null;
  /** Which try this is, from 1. */
  readonly attempts: number;
}

/** Takes the browser that is due first, or answers null; two senders never take the same try. */
export async function claimPush(database: Database, now: Date): Promise<ClaimedPush | null> {
  return database.write(async (tx) => {
    const due = await tx
      .selectFrom('pushDevices')
      .select(['endpoint', 'attempts'])
      .where('nextTryAt', '<=', now.toISOString())
      .orderBy('nextTryAt')
      .limit(1)
      .executeTakeFirst();
    if (!due) return null;
    const claimed = await tx
      .updateTable('pushDevices')
      .set({
        attempts: due.attempts + 1,
        nextTryAt: new Date(now.getTime() + claimMs).toISOString(),
      })
      .where('endpoint', '=', due.endpoint)
      .returning(['endpoint', 'p256dh', 'auth', 'openedAt', 'attempts'])
      .executeTakeFirst();
    return claimed ?? null;
  });
}

/** What came of a push. `gone`: the browser takes none any more. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/** Notes what came of a claimed push; a later opening has a try of its own and stays untouched. */
export async function settlePush(
  database: Database,
  now: Date,
  { endpoint, openedAt, attempts }: ClaimedPush,
  outcome: PushOutcome,
): Promise<void> {
  const wait = firstWaitMs * 2 ** (attempts - 1);
  const isTriedAgain = outcome === 'failed' && attempts < mostAttempts;
  const nextTryAt = isTriedAgain ? new Date(now.getTime() + wait).toISOString() : null;
  await database.write(async (tx) => {
    if (outcome === 'gone') {
      await tx.deleteFrom('pushDevices').where('endpoint', '=', endpoint).execute();
      return;
    }
    await tx
      .updateTable('pushDevices')
      .set({ nextTryAt })
      .where('endpoint', '=', endpoint)
      .where('openedAt', 'is', openedAt)
      .where('nextTryAt', 'is not', null)
      .execute();
  });
}
