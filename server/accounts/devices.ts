import type { AccountDevice } from '#contract/shop/device.ts';
import { deviceName } from '#contract/studio/device-name.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { shownName } from '../platform/sign-in/account-devices.ts';
import { absoluteMs, idleMs, type SignedIn } from '../platform/sign-in/signed-in.ts';

/** The devices with a live session of an account, the last seen first; at most 30. */
export async function readDevices(
  reader: Reader,
  now: Date,
  { id, deviceId }: SignedIn,
): Promise<{ devices: AccountDevice[] }> {
  const since = (age: number) => new Date(now.getTime() - age).toISOString();
  const rows = await reader
    .selectFrom('accountDevices as device')
    .innerJoin('sessions', 'sessions.deviceId', 'device.id')
    .select(['device.id', 'device.givenName', 'device.userAgent', 'device.signedInAt'])
    .select((row) => row.fn.max('sessions.lastSeenAt').as('lastSeenAt'))
    .where('device.accountId', '=', id)
    .where('sessions.lastSeenAt', '>=', since(idleMs))
    .where('sessions.createdAt', '>=', since(absoluteMs))
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
    isThis: device.id === deviceId,
  }));
  return { devices };
}

/**
 * Gives a device of the account a name; an empty one restores its first.
 * @throws NOT_FOUND
 */
export async function renameDevice(
  tx: Transaction,
  accountId: string,
  deviceId: string,
  givenName: string,
): Promise<void> {
  const named = await tx
    .updateTable('accountDevices')
    .set({ givenName })
    .where('id', '=', deviceId)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!named) throw new Problem('NOT_FOUND', 'This device is no longer signed in.');
}

/** Ends every session of a device of the account, and its pushes. Does nothing if it is signed out already. */
export async function signOutDevice(
  tx: Transaction,
  accountId: string,
  deviceId: string,
): Promise<void> {
  for (const table of ['sessions', 'pushDevices'] as const) {
    await tx
      .deleteFrom(table)
      .where('accountId', '=', accountId)
      .where('deviceId', '=', deviceId)
      .execute();
  }
}

/** Ends every session of the account except the one that asks, and the pushes of all other devices. */
export async function signOutOthers(
  tx: Transaction,
  { id, deviceId, tokenHash }: SignedIn,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('accountId', '=', id)
    .where('tokenHash', '!=', tokenHash)
    .execute();
  await tx
    .deleteFrom('pushDevices')
    .where('accountId', '=', id)
    .where((row) => row.or([row('deviceId', 'is', null), row('deviceId', '!=', deviceId ?? '')]))
    .execute();
}
