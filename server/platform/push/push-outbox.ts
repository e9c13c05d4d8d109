import type { PushKind } from '#contract/shop/push-news.ts';
import type { Database } from '../database/open.ts';
import { backoffMs } from '../jobs/backoff.ts';
import { leaseEnd, skipTaken } from '../jobs/lease.ts';

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

/** Claims the push that is due first; null if none is. Two senders never claim the same attempt. */
export async function claimPush(
  database: Database,
  tables: PushTables,
  now: Date,
): Promise<ClaimedPush | null> {
  const { pushes, devices } = typed(tables);
  const nowAt = now.toISOString();
  const isAnyDue = await database.read
    .selectFrom(pushes)
    .select('endpoint')
    .where('nextTryAt', '<=', nowAt)
    .limit(1)
    .executeTakeFirst();
  if (!isAnyDue) return null;
  return database.write(async (tx) => {
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
      .where('pushes.nextTryAt', '<=', nowAt)
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
  });
}

/** Keeps others from taking a claimed push for longer; false if somebody has, or if a newer one replaced it. */
export function renewPush(
  database: Database,
  tables: PushTables,
  now: Date,
  push: ClaimedPush,
): Promise<boolean> {
  return changeClaimed(database, tables, push, { nextTryAt: leaseEnd(now) });
}

/** Takes back this attempt of a claimed push, unless somebody else has it. It is due again once its claim has ended. */
export async function giveBackPush(
  database: Database,
  tables: PushTables,
  push: ClaimedPush,
): Promise<void> {
  await changeClaimed(database, tables, push, { attempts: push.attempts - 1 });
}

/** Changes a claimed push; false if somebody else has it, or if a newer one replaced it. */
async function changeClaimed(
  database: Database,
  tables: PushTables,
  { endpoint, kind, queuedAt, attempts }: ClaimedPush,
  values: { readonly nextTryAt: string } | { readonly attempts: number },
): Promise<boolean> {
  const changed = await database.write((tx) =>
    tx
      .updateTable(typed(tables).pushes)
      .set(values)
      .where('endpoint', '=', endpoint)
      .where('kind', '=', kind as PushKind)
      .where('queuedAt', '=', queuedAt)
      .where('attempts', '=', attempts)
      .returning('endpoint')
      .executeTakeFirst(),
  );
  return changed !== undefined;
}

/** The result of a push. `gone`: the browser's subscription no longer exists, until the browser renews it. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/** Records the result of a claimed push; leaves a push queued since then unchanged. */
export async function settlePush(
  database: Database,
  tables: PushTables,
  now: Date,
  { endpoint, kind, queuedAt, attempts }: Omit<ClaimedPush, 'detail'>,
  outcome: PushOutcome,
): Promise<void> {
  const { pushes, devices } = typed(tables);
  await database.write(async (tx) => {
    if (outcome === 'gone') {
      const goneAt = now.toISOString();
      await tx.updateTable(devices).set({ goneAt }).where('endpoint', '=', endpoint).execute();
      await tx.deleteFrom(pushes).where('endpoint', '=', endpoint).execute();
      return;
    }
    const isTriedAgain = outcome === 'failed' && attempts < maxAttempts;
    const nextTryAt = new Date(now.getTime() + backoffMs(attempts, backoff)).toISOString();
    const push = await tx
      .updateTable(pushes)
      .set({ nextTryAt })
      .where('endpoint', '=', endpoint)
      .where('kind', '=', kind as PushKind)
      .where('queuedAt', '=', queuedAt)
      .returning('endpoint')
      .executeTakeFirst();
    if (!push || isTriedAgain) return;
    await tx
      .deleteFrom(pushes)
      .where('endpoint', '=', endpoint)
      .where('kind', '=', kind as PushKind)
      .execute();
  });
}
