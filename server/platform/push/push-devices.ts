import { messages } from '#contract/messages/messages.ts';
import type { PushDevice, PushKind } from '#contract/shop/push-news.ts';
import type { Database, Transaction } from '../database/open.ts';
import { Problem } from '../http/problem.ts';

/** The browsers of one buyer; the oldest make room. */
const mostDevices = 10;

/** The services behind browsers. The server calls no other address that a stranger names. */
const services =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)$/;

/** The column that says whether a browser is notified of a kind. */
export const columnOf = {
  customs: 'hasCustoms',
  priceDrops: 'hasPriceDrops',
} as const satisfies Record<PushKind, string>;

/**
 * Subscribes a browser to a kind, or unsubscribes it; without `keys` nothing changes.
 *
 * @throws INVALID for a browser of no push service.
 */
export async function saveDevice(
  tx: Transaction,
  now: Date,
  accountId: string,
  kind: PushKind,
  device: PushDevice,
): Promise<void> {
  const { endpoint, keys } = device;
  if (keys === undefined) return;
  if (keys === null) return unsubscribe(tx, accountId, kind, endpoint);
  if (!isPushService(endpoint)) throw new Problem('INVALID', messages.invalid.fields);
  // Who uses the browser now is notified, and nobody who used it before.
  await tx
    .deleteFrom('pushDevices')
    .where('endpoint', '=', endpoint)
    .where('accountId', '!=', accountId)
    .execute();
  const row = { accountId, ...keys, createdAt: now.toISOString(), [columnOf[kind]]: 1 };
  await tx
    .insertInto('pushDevices')
    .values({ endpoint, hasCustoms: 0, hasPriceDrops: 0, ...row })
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

/** With what is still to be sent to it. */
async function unsubscribe(
  tx: Transaction,
  accountId: string,
  kind: PushKind,
  endpoint: string,
): Promise<void> {
  const own = await tx
    .updateTable('pushDevices')
    .set({ [columnOf[kind]]: 0 })
    .where('endpoint', '=', endpoint)
    .where('accountId', '=', accountId)
    .returning('endpoint')
    .executeTakeFirst();
  if (!own) return;
  await tx.deleteFrom('pushes').where('endpoint', '=', endpoint).where('kind', '=', kind).execute();
  await tx
    .deleteFrom('pushDevices')
    .where('endpoint', '=', endpoint)
    .where('hasCustoms', '=', 0)
    .where('hasPriceDrops', '=', 0)
    .execute();
}

/** Whether an account is notified of a kind: on one of its browsers, or on any where none is named. */
export async function isSubscribed(
  reader: Database['read'] | Transaction,
  accountId: string,
  kind: PushKind,
  endpoint?: string,
): Promise<boolean> {
  let devices = reader
    .selectFrom('pushDevices')
    .select('endpoint')
    .where('accountId', '=', accountId)
    .where(columnOf[kind], '=', 1);
  if (endpoint !== undefined) devices = devices.where('endpoint', '=', endpoint);
  return (await devices.limit(1).executeTakeFirst()) !== undefined;
}

function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  return url?.protocol === 'https:' && url.port === '' && services.test(url.hostname);
}
