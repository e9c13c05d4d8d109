import type { AccountDevice } from '#contract/shop/device.ts';
import { deviceName } from '#contract/studio/device-name.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { deletePushDevices } from '../platform/push/push-devices.ts';
import { shownName } from '../platform/sign-in/account-devices.ts';
import { type Person, sessionsOf } from '../platform/sign-in/person.ts';
import { absoluteMs, idleMs, type SignedIn } from '../platform/sign-in/signed-in.ts';

/** The devices on which a person has a live session, the last seen first; at most 30. */
export async function readDevices(
  reader: Reader,
  now: Date,
  account: SignedIn,
): Promise<{ devices: AccountDevice[] }> {
  const { table, by, value } = sessionsOf(account);
  const since = (age: number) => new Date(now.getTime() - age).toISOString();
  const rows = await reader
    .selectFrom('accountDevices as device')
    .innerJoin(`${table} as session`, 'session.deviceId', 'device.id')
    .select(['device.id', 'device.givenName', 'device.userAgent', 'device.signedInAt'])
    .select((row) => row.fn.max('session.lastSeenAt').as('lastSeenAt'))
    .where(`session.${by}`, '=', value)
    .where('session.lastSeenAt', '>=', since(idleMs))
    .where('session.createdAt', '>=', since(absoluteMs))
    .groupBy(['device.id', 'device.givenName', 'device.userAgent', 'device.signedInAt'])
    .orderBy('lastSeenAt', 'desc')
    .orderBy('device.id')
    .limit(limits.accountDevices)
    .execute();
  const devices = rows.map((device) => ({
    id: device.id,
    name: shownName(device),
    system: deviceName(device.userAgent),
    signedInAt: device.signedInAt,
    lastSeenAt: device.lastSeenAt,
    isThis: device.id === account.deviceId,
  }));
  return { devices };
}

/**
 * Gives a device that a person is signed in on a name; an empty one restores its first.
 * @throws NOT_FOUND
 */
export async function renameDevice(
  tx: Transaction,
  person: Person,
  deviceId: string,
  givenName: string,
): Promise<void> {
  const { table, by, value } = sessionsOf(person);
  const named = await tx
    .updateTable('accountDevices')
    .set({ givenName })
    .where('id', '=', deviceId)
    .where('id', 'in', (own) => own.selectFrom(table).select('deviceId').where(by, '=', value))
    .returning('id')
    .executeTakeFirst();
  if (!named) throw new Problem('NOT_FOUND', 'This device is no longer signed in.');
}

/** Ends every session of a person on a device, and its pushes. Does nothing if it is signed out already. */
export async function signOutDevice(
  tx: Transaction,
  person: Person,
  deviceId: string,
): Promise<void> {
  const { table, by, value } = sessionsOf(person);
  await tx.deleteFrom(table).where(by, '=', value).where('deviceId', '=', deviceId).execute();
  await deletePushDevices(tx, person).where('deviceId', '=', deviceId).execute();
}

/** Ends every session of a person except the one that asks, and the pushes of all other devices. */
export async function signOutOthers(tx: Transaction, account: SignedIn): Promise<void> {
  const { table, by, value } = sessionsOf(account);
  const { deviceId, tokenHash } = account;
  await tx.deleteFrom(table).where(by, '=', value).where('tokenHash', '!=', tokenHash).execute();
  await deletePushDevices(tx, account)
    .where((row) => row.or([row('deviceId', 'is', null), row('deviceId', '!=', deviceId ?? '')]))
    .execute();
}
