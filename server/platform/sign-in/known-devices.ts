import { randomBytes } from 'node:crypto';
import type { Change } from '../database/change.ts';
import type { Database, Transaction } from '../database/open.ts';
import type { DeviceCookie } from '../http/device-cookie.ts';
import type { Person } from './person.ts';
import { hashToken } from './signed-in.ts';

/** The owner of a device: an account of the shop, a colleague who shares one, or an account of the studio. */
export type DeviceOwner = `account:${string}` | `colleague:${string}` | `studio:${string}`;

export function deviceOwner({ id, colleagueId }: Person): DeviceOwner {
  return colleagueId === null ? `account:${id}` : `colleague:${colleagueId}`;
}

/** The most known devices per account; a further one replaces the one that signed in longest ago. */
const devicesPerOwner = 10;

/**
 * Returns the name under which a known device's tries are counted; null for a device that never signed in to
 * this account. Without an account (`owner` null) the lookup still runs and finds nothing.
 */
export async function knownDevice(
  read: Database['read'],
  owner: DeviceOwner | null,
  { token }: DeviceCookie,
): Promise<string | null> {
  if (token === null) return null;
  const row = await read
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('owner', '=', owner ?? '')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  return row?.tokenHash ?? null;
}

/** Records that this device signed in to the account, and returns the token for its cookie. */
export async function rememberDevice(
  { tx, now }: Change,
  owner: DeviceOwner,
  device: DeviceCookie,
): Promise<string> {
  const token = device.token ?? randomBytes(32).toString('base64url');
  const lastSignInAt = now.toISOString();
  await tx
    .insertInto('knownDevices')
    .values({ owner, tokenHash: hashToken(token), lastSignInAt })
    .onConflict((conflict) =>
      conflict.columns(['owner', 'tokenHash']).doUpdateSet({ lastSignInAt }),
    )
    .execute();
  await tx
    .deleteFrom('knownDevices')
    .where('owner', '=', owner)
    .where('tokenHash', 'not in', (known) =>
      known
        .selectFrom('knownDevices')
        .select('tokenHash')
        .where('owner', '=', owner)
        .orderBy('lastSignInAt', 'desc')
        .limit(devicesPerOwner),
    )
    .execute();
  return token;
}

/** Forgets an account's devices except `staying`, because somebody else may have signed in on them. */
export async function forgetDevices(
  tx: Transaction,
  owner: DeviceOwner,
  staying: DeviceCookie | null = null,
): Promise<void> {
  await tx
    .deleteFrom('knownDevices')
    .where('owner', '=', owner)
    .where('tokenHash', '!=', staying?.token ? hashToken(staying.token) : '')
    .execute();
}
