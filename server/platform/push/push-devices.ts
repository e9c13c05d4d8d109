import { messages } from '#contract/messages/messages.ts';
import type { PushDevice, PushKind, RenewedPush } from '#contract/shop/push-news.ts';
import type { Change } from '../database/change.ts';
import type { Reader, Transaction } from '../database/open.ts';
import { Problem } from '../http/problem.ts';
import type { SignedIn } from '../sign-in/signed-in.ts';
import type { PushTables } from './push-outbox.ts';

/** The most browsers per buyer or staff member; further ones replace the oldest. */
const maxDevices = 10;

/** The push services of browsers. Strangers name the address, so the server calls no others. */
const services =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)$/;

/** The column that stores whether a browser is subscribed to a kind. */
export const columnOf = {
  customs: 'hasCustoms',
  priceDrops: 'hasPriceDrops',
  newDesigns: 'hasNewDesigns',
} as const satisfies Record<PushKind, string>;

/**
 * Subscribes a browser to a kind, or unsubscribes it if `keys` is null; does nothing without `keys`.
 * @throws INVALID if the address belongs to no push service
 */
export async function saveDevice(
  { tx, now }: Change,
  { id: accountId, deviceId }: Pick<SignedIn, 'id' | 'deviceId'>,
  kind: PushKind,
  device: PushDevice,
): Promise<void> {
  const { endpoint, keys } = device;
  if (keys === undefined) return;
  if (keys === null) return unsubscribe(tx, accountId, kind, endpoint);
  if (!isPushService(endpoint)) throw new Problem('INVALID', messages.invalid.fields);
  const row = { accountId, deviceId, ...keys, createdAt: now.toISOString(), [columnOf[kind]]: 1 };
  await storeNewest(tx, 'pushDevices', { endpoint, accountId }, () =>
    tx
      .insertInto('pushDevices')
      .values({ endpoint, hasCustoms: 0, hasPriceDrops: 0, ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute(),
  );
}

/** Stores a browser with `store` for its current user only, and each user's newest ten. */
export async function storeNewest(
  tx: Transaction,
  devices: PushTables['devices'],
  { endpoint, accountId }: { readonly endpoint: string; readonly accountId: string },
  store: () => Promise<unknown>,
): Promise<void> {
  await tx
    .deleteFrom(devices)
    .where('endpoint', '=', endpoint)
    .where('accountId', '!=', accountId)
    .execute();
  await store();
  const newest = await tx
    .selectFrom(devices)
    .select('endpoint')
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .limit(maxDevices)
    .execute();
  await tx
    .deleteFrom(devices)
    .where('accountId', '=', accountId)
    .where(
      'endpoint',
      'not in',
      newest.map((device) => device.endpoint),
    )
    .execute();
}

/**
 * Moves a browser of an account, with what is still to be sent, to the new endpoint that its push service gave it.
 * Resolves with whether the account has that endpoint then: a subscription that ended meanwhile isn't revived.
 * @throws INVALID if the new address belongs to no push service
 */
export async function renewDevice(
  tx: Transaction,
  accountId: string,
  { replaces, endpoint, keys }: RenewedPush,
): Promise<boolean> {
  if (!isPushService(endpoint)) throw new Problem('INVALID', messages.invalid.fields);
  const at = (address: string) =>
    tx
      .selectFrom('pushDevices')
      .selectAll()
      .where('endpoint', '=', address)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
  const [known, renewed] = [await at(replaces), await at(endpoint)];
  if (!known) return renewed !== undefined;
  if (replaces === endpoint) return true;
  // What was chosen at the new endpoint stays chosen.
  const chosen = Object.fromEntries(
    Object.values(columnOf).flatMap((column) => (renewed?.[column] === 1 ? [[column, 1]] : [])),
  );
  const row = { ...known, ...keys, ...chosen, endpoint };
  await storeNewest(tx, 'pushDevices', row, async () => {
    await tx
      .insertInto('pushDevices')
      .values(row)
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute();
    const queued = tx.selectFrom('pushes').select('kind').where('endpoint', '=', endpoint);
    await tx
      .updateTable('pushes')
      .set({ endpoint })
      .where('endpoint', '=', replaces)
      .where('kind', 'not in', queued)
      .execute();
    await tx.deleteFrom('pushDevices').where('endpoint', '=', replaces).execute();
  });
  return true;
}

/** Unsubscribes, and deletes what was still to be sent. */
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
    .where('hasNewDesigns', '=', 0)
    .execute();
}

/** Whether an account is subscribed to a kind: on this browser, or on any if none is given. */
export async function isSubscribed(
  reader: Reader,
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

/** Queues a push to every browser of a buyer that is subscribed to its kind, instead of one that is still queued. */
export async function queuePushes(
  { tx, now }: Change,
  accountId: string,
  kind: PushKind,
  detail: string,
): Promise<void> {
  const nowAt = now.toISOString();
  const push = { detail, queuedAt: nowAt, nextTryAt: nowAt };
  const devices = await tx
    .selectFrom('pushDevices')
    .select('endpoint')
    .where('accountId', '=', accountId)
    .where(columnOf[kind], '=', 1)
    .execute();
  for (const { endpoint } of devices) {
    await tx
      .insertInto('pushes')
      .values({ endpoint, kind, ...push })
      .onConflict((conflict) =>
        conflict.columns(['endpoint', 'kind']).doUpdateSet({ ...push, attempts: 0 }),
      )
      .execute();
  }
}

/** Whether an address belongs to a browser's push service. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  return url?.protocol === 'https:' && url.port === '' && services.test(url.hostname);
}
