import type { PushKind } from '#contract/shop/push-news.ts';
import type { Database } from '../database/open.ts';

/** A push service that doesn't answer is asked so often, for about an hour. */
const maxAttempts = 6;
const firstWaitMs = 60_000;
/** Longer than any sending takes; a sender that died in between loses its claim after it. */
const claimMs = 5 * 60_000;

/** A push that its claimer alone may send now. */
export interface ClaimedPush {
  readonly endpoint: string;
  readonly kind: PushKind;
  readonly p256dh: string;
  readonly auth: string;
  readonly accountId: string;
  /** What its kind needs for the message. */
  readonly detail: string;
  readonly queuedAt: string;
  /** Which try this is, from 1. */
  readonly attempts: number;
}

/** Claims the push that is due first, or answers null; two senders never claim the same try. */
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

/** What came of a push. `gone`: the browser takes none any more. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/** Records what came of a claimed push; one that was queued since then stays untouched. */
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
