import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../database/open.ts';
import type { DeviceCookie } from '../http/device-cookie.ts';
import { hashToken } from './signed-in.ts';

/** Whose device it is: an account of the shop or of the studio. */
export type DeviceOwner = `account:${string}` | `studio:${string}`;

/** So many devices of one account are known; another one replaces the one that signed in longest ago. */
const devicesPerOwner = 10;

/**
 * The name under which the tries of a known device are counted; null for a device that never signed
 * in to this account. Without an account, `owner` null, the same is looked up and never found.
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

/** Notes that this device signed in to the account, and answers the token for its cookie. */
export async function rememberDevice(
  tx: Transaction,
  now: Date,
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

/** Forgets the devices of an account except `staying`: someone else may have signed in on them. */
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
