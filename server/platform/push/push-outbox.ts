import type { PushKind } from '#contract/shop/push-news.ts';
import type { Change } from '../database/change.ts';
import { backoffMs } from '../jobs/backoff.ts';
import type { Kind } from '../jobs/do-next.ts';
import { leaseEnd, setClaimed, skipTaken } from '../jobs/lease.ts';

/** How often a push service that doesn't answer is called, over about an hour. */
const maxAttempts = 6;
const backoff = { firstMs: 60_000, longestMs: 3_600_000 };

/** The tables of one audience's pushes and browsers. Those of staff have the columns of the buyers'. */
export interface PushTables {
  readonly pushes: 'pushes' | 'staffPushes';
  readonly devices: 'pushDevices' | 'staffPushDevices';
}

export const buyerPushTables: PushTables = { pushes: 'pushes', devices: 'pushDevices' };
export const staffPushTables: PushTables = { pushes: 'staffPushes', devices: 'staffPushDevices' };

/** As if they were the buyers': for queries that use only columns that both have, with text in `kind`. */
export const typed = (tables: PushTables) => tables as { pushes: 'pushes'; devices: 'pushDevices' };

/** A push claimed by one sender, which alone may send it now. */
export interface ClaimedPush {
  readonly endpoint: string;
  readonly kind: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly accountId: string;
  /** The data that its kind needs for the message. */
  readonly detail: string;
  readonly queuedAt: string;
  /** The number of this attempt, from 1. */
  readonly attempts: number;
}

/** Pushes to send to an audience, the one that is due first. Two senders never claim the same attempt. */
export function pushWork(tables: PushTables): Kind<ClaimedPush> {
  const { pushes, devices } = typed(tables);
  return {
    name: pushes,
    async isAnyFree(read, now) {
      const due = await read
        .selectFrom(pushes)
        .select('endpoint')
        .where('nextTryAt', '<=', now.toISOString())
        .where('attempts', '<=', maxAttempts)
        .limit(1)
        .executeTakeFirst();
      return due !== undefined;
    },
    async claim({ tx, now }) {
      const due = await tx
        .selectFrom(`${pushes} as pushes`)
        .innerJoin(`${devices} as devices`, 'devices.endpoint', 'pushes.endpoint')
        .select([
          'pushes.endpoint',
          'pushes.kind',
          'pushes.detail',
          'pushes.queuedAt',
          'pushes.attempts',
          'devices.p256dh',
          'devices.auth',
          'devices.accountId',
        ])
        .where('pushes.nextTryAt', '<=', now.toISOString())
        // Once more after the last, whose sender may have died. After that, its end couldn't be recorded.
        .where('pushes.attempts', '<=', maxAttempts)
        .orderBy('pushes.nextTryAt')
        .limit(1)
        .modifyEnd(skipTaken(tx))
        .executeTakeFirst();
      if (!due) return null;
      const attempts = due.attempts + 1;
      await tx
        .updateTable(pushes)
        .set({ attempts, nextTryAt: leaseEnd(now) })
        .where('endpoint', '=', due.endpoint)
        .where('kind', '=', due.kind)
        .execute();
      return { ...due, attempts };
    },
    renew: ({ tx, now }, push) =>
      setClaimed(tx, pushes, claimOf(push), { nextTryAt: leaseEnd(now) }),
    giveBack: (change, push) => giveBackPush(change, tables, push),
  };
}

/** Takes back this attempt of a claimed push, unless somebody else has it. It is due again once its claim has ended. */
export function giveBackPush(
  { tx }: Change,
  tables: PushTables,
  push: ClaimedPush,
): Promise<boolean> {
  return setClaimed(tx, tables.pushes, claimOf(push), { attempts: push.attempts - 1 });
}

/** What a push has as long as nobody else has claimed it, and no newer one has replaced it. */
function claimOf({ endpoint, kind, queuedAt, attempts }: ClaimedPush) {
  return { endpoint, kind: kind as PushKind, queuedAt, attempts };
}

/** The result of a push. `gone`: the browser's subscription no longer exists, until the browser renews it. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/** Records the result of a claimed push; leaves a push queued since then unchanged. */
export async function settlePush(
  { tx, now }: Change,
  tables: PushTables,
  { endpoint, kind, queuedAt, attempts }: Omit<ClaimedPush, 'detail'>,
  outcome: PushOutcome,
): Promise<void> {
  const { pushes, devices } = typed(tables);
  if (outcome === 'gone') {
    const goneAt = now.toISOString();
    await tx.updateTable(devices).set({ goneAt }).where('endpoint', '=', endpoint).execute();
    await tx.deleteFrom(pushes).where('endpoint', '=', endpoint).execute();
    return;
  }
  const own = { endpoint, kind: kind as PushKind, queuedAt };
  if (outcome === 'failed' && attempts < maxAttempts) {
    const nextTryAt = new Date(now.getTime() + backoffMs(attempts, backoff)).toISOString();
    await setClaimed(tx, pushes, own, { nextTryAt });
    return;
  }
  await tx
    .deleteFrom(pushes)
    .where((push) => push.and(own))
    .execute();
}
