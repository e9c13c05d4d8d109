import type { PushKind } from '#contract/shop/push-news.ts';
import type { Database } from '../database/open.ts';

/** How often a push service that doesn't answer is called, over about an hour. */
const maxAttempts = 6;
const firstWaitMs = 60_000;
/** Longer than any sending takes; after it, the claim of a sender that died expires. */
const claimMs = 5 * 60_000;

/** A push claimed by one sender, which alone may send it now. */
export interface ClaimedPush {
  readonly endpoint: string;
  readonly kind: PushKind;
  readonly p256dh: string;
  readonly auth: string;
  readonly accountId: string;
  /** The data that its kind needs for the message. */
  readonly detail: string;
  readonly queuedAt: string;
  /** The number of this attempt, from 1. */
  readonly attempts: number;
}

/** Claims the push that is due first; null if none is. Two senders never claim the same attempt. */
export async function claimPush(database: Database, now: Date): Promise<ClaimedPush | null> {
  const nowAt = now.toISOString();
  const isAnyDue = await database.read
    .selectFrom('pushes')
    .select('endpoint')
    .where('nextTryAt', '<=', nowAt)
    .limit(1)
    .executeTakeFirst();
  if (!isAnyDue) return null;
  return database.write(async (tx) => {
    const due = await tx
      .selectFrom('pushes')
      .innerJoin('pushDevices', 'pushDevices.endpoint', 'pushes.endpoint')
      .select([
        'pushes.endpoint',
        'pushes.kind',
        'pushes.detail',
        'pushes.queuedAt',
        'pushes.attempts',
        'pushDevices.p256dh',
        'pushDevices.auth',
        'pushDevices.accountId',
      ])
      .where('pushes.nextTryAt', '<=', nowAt)
      .orderBy('pushes.nextTryAt')
      .limit(1)
      .executeTakeFirst();
    if (!due) return null;
    const attempts = due.attempts + 1;
    await tx
      .updateTable('pushes')
      .set({ attempts, nextTryAt: new Date(now.getTime() + claimMs).toISOString() })
      .where('endpoint', '=', due.endpoint)
      .where('kind', '=', due.kind)
      .execute();
    return { ...due, attempts };
  });
}

/** The result of a push. `gone`: the browser's subscription no longer exists. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/** Records the result of a claimed push; leaves a push queued since then unchanged. */
export async function settlePush(
  database: Database,
  now: Date,
  { endpoint, kind, queuedAt, attempts }: Omit<ClaimedPush, 'detail'>,
  outcome: PushOutcome,
): Promise<void> {
  await database.write(async (tx) => {
    if (outcome === 'gone') {
      await tx.deleteFrom('pushDevices').where('endpoint', '=', endpoint).execute();
      return;
    }
    const isTriedAgain = outcome === 'failed' && attempts < maxAttempts;
    const nextTryAt = new Date(now.getTime() + firstWaitMs * 2 ** (attempts - 1)).toISOString();
    const push = await tx
      .updateTable('pushes')
      .set({ nextTryAt })
      .where('endpoint', '=', endpoint)
      .where('kind', '=', kind)
      .where('queuedAt', '=', queuedAt)
      .returning('endpoint')
      .executeTakeFirst();
    if (!push || isTriedAgain) return;
    await tx
      .deleteFrom('pushes')
      .where('endpoint', '=', endpoint)
      .where('kind', '=', kind)
      .execute();
  });
}
