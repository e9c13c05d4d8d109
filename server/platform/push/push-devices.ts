import type { ExpressionBuilder } from 'kysely';
import { messages } from '#contract/messages/messages.ts';
import type {
  PushDevice,
  PushKind,
  RenewedPush,
  RenewedPushAnswer,
} from '#contract/shop/push-news.ts';
import type { Change } from '../database/change.ts';
import type { Reader, Transaction } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services/services.ts';
import type { Person } from '../sign-in/person.ts';
import type { SignedIn } from '../sign-in/signed-in.ts';
import { readPushKeys } from './push-keys.ts';
import { buyerPushTables, type PushTables, typed } from './push-outbox.ts';

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
  { id, colleagueId, deviceId }: Person & Pick<SignedIn, 'deviceId'>,
  kind: PushKind,
  device: PushDevice,
): Promise<void> {
  const { endpoint, keys } = device;
  const person = { id, colleagueId };
  if (keys === undefined) return;
  if (keys === null) return unsubscribe(tx, person, kind, endpoint);
  if (!isPushService(endpoint)) throw new Problem('INVALID', messages.invalid.fields);
  const whose = { accountId: id, colleagueId, deviceId };
  const row = { ...whose, ...keys, createdAt: now.toISOString(), [columnOf[kind]]: 1 };
  await storeNewest(tx, 'pushDevices', person, endpoint, () =>
    tx
      .insertInto('pushDevices')
      .values({ endpoint, hasCustoms: 0, hasPriceDrops: 0, ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute(),
  );
}

/**
 * The condition of a person's browsers: the table of the staff's has none of colleagues. Written so that its negation
 * holds for everybody else's.
 */
const isOf =
  (devices: PushTables['devices'], { id, colleagueId }: Person) =>
  (row: ExpressionBuilder<Tables, 'pushDevices'>) =>
    row.and([
      row('accountId', '=', id),
      ...(devices === 'pushDevices'
        ? [row(row.fn.coalesce('colleagueId', row.val('')), '=', colleagueId ?? '')]
        : []),
    ]);

/** Stores a browser with `store` for its current user only, and each user's newest ten; those that are gone end first. */
export async function storeNewest(
  tx: Transaction,
  table: PushTables['devices'],
  person: Person,
  endpoint: string,
  store: () => Promise<unknown>,
): Promise<void> {
  // As in `typed`.
  const devices = table as 'pushDevices';
  const isTheirs = isOf(table, person);
  await tx
    .deleteFrom(devices)
    .where('endpoint', '=', endpoint)
    .where((row) => row.not(isTheirs(row)))
    .execute();
  await store();
  const newest = await tx
    .selectFrom(devices)
    .select('endpoint')
    .where(isTheirs)
    .orderBy((row) => row.case().when('goneAt', 'is', null).then(0).else(1).end())
    .orderBy('createdAt', 'desc')
    .limit(maxDevices)
    .execute();
  await tx
    .deleteFrom(devices)
    .where(isTheirs)
    .where(
      'endpoint',
      'not in',
      newest.map((device) => device.endpoint),
    )
    .execute();
}

/**
 * Says what the shop knows about a browser of a person. If its push service gave it a new endpoint, first moves it
 * there with what is still to be sent; a subscription that its owner ended isn't revived.
 * @throws INVALID if the new address belongs to no push service
 */
export async function renewDevice(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  tables: PushTables,
  person: Person,
  { replaces, endpoint = replaces, keys }: RenewedPush,
): Promise<RenewedPushAnswer> {
  if (!isPushService(endpoint)) throw new Problem('INVALID', messages.invalid.fields);
  if (keys && endpoint !== replaces) {
    await database.write((tx) => moveDevice(tx, tables, person, replaces, { endpoint, ...keys }));
  }
  const known = await deviceAt(database.read, tables, person, endpoint);
  const { publicKey: pushKey } = await readPushKeys(database, clock());
  return { isKnown: known !== undefined, isGone: (known?.goneAt ?? null) !== null, pushKey };
}

function deviceAt(reader: Reader, tables: PushTables, person: Person, endpoint: string) {
  return reader
    .selectFrom(typed(tables).devices)
    .selectAll()
    .where('endpoint', '=', endpoint)
    .where(isOf(tables.devices, person))
    .executeTakeFirst();
}

async function moveDevice(
  tx: Transaction,
  tables: PushTables,
  person: Person,
  replaces: string,
  renewed: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
): Promise<void> {
  const known = await deviceAt(tx, tables, person, replaces);
  if (!known) return;
  const { devices, pushes } = typed(tables);
  const { endpoint } = renewed;
  const already = await deviceAt(tx, tables, person, endpoint);
  // What was chosen at the new endpoint stays chosen.
  const chosen = Object.fromEntries(
    Object.values(columnOf).flatMap((column) => (already?.[column] === 1 ? [[column, 1]] : [])),
  );
  const row = { ...known, ...renewed, ...chosen, goneAt: null };
  await storeNewest(tx, tables.devices, person, endpoint, async () => {
    await tx
      .insertInto(devices)
      .values(row)
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute();
    const queued = tx.selectFrom(pushes).select('kind').where('endpoint', '=', endpoint);
    await tx
      .updateTable(pushes)
      .set({ endpoint })
      .where('endpoint', '=', replaces)
      .where('kind', 'not in', queued)
      .execute();
    await tx.deleteFrom(devices).where('endpoint', '=', replaces).execute();
  });
}

/** Unsubscribes, and deletes what was still to be sent. */
async function unsubscribe(
  tx: Transaction,
  person: Person,
  kind: PushKind,
  endpoint: string,
): Promise<void> {
  const own = await tx
    .updateTable('pushDevices')
    .set({ [columnOf[kind]]: 0 })
    .where('endpoint', '=', endpoint)
    .where(isOf('pushDevices', person))
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

/** The browsers of a person that are notified, to delete some or all. */
export function deletePushDevices(tx: Transaction, person: Person) {
  return tx.deleteFrom('pushDevices').where(isOf('pushDevices', person));
}

/** Whether anybody of an account is subscribed to a kind on any browser. */
export async function isSubscribed(
  reader: Reader,
  accountId: string,
  kind: PushKind,
): Promise<boolean> {
  const device = await reader
    .selectFrom('pushDevices')
    .select('endpoint')
    .where('accountId', '=', accountId)
    .where(columnOf[kind], '=', 1)
    .limit(1)
    .executeTakeFirst();
  return device !== undefined;
}

/** Whether a person is subscribed to a kind on this browser. */
export async function isSubscribedOn(
  reader: Reader,
  person: Person,
  kind: PushKind,
  endpoint: string,
): Promise<boolean> {
  const device = await deviceAt(reader, buyerPushTables, person, endpoint);
  return device?.[columnOf[kind]] === 1;
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
    .where('goneAt', 'is', null)
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
