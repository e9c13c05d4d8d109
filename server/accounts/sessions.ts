import { randomBytes } from 'node:crypto';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { recordDevice, type SigningIn } from '../platform/sign-in/account-devices.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';

/** Opens a session on a device and returns its bearer token: 256 random bits, of which only a hash is stored (OP-29). */
export async function openSession(
  change: Change,
  accountId: string,
  device: SigningIn,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = change.now.toISOString();
  const deviceId = await recordDevice(change, accountId, device);
  await change.tx
    .insertInto('sessions')
    .values({
      tokenHash: hashToken(token),
      accountId,
      deviceId,
      createdAt,
      lastSeenAt: createdAt,
    })
    .execute();
  return token;
}

export async function endSession(tx: Transaction, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}

/**
 * Ends every session of an account at once, except the one whose token has the hash `staying`. Push
 * subscriptions don't belong to a session, so all of them end, and each browser has to subscribe again.
 */
export async function endSessions(tx: Transaction, accountId: string, staying = ''): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('accountId', '=', accountId)
    .where('tokenHash', '!=', staying)
    .execute();
  await tx.deleteFrom('pushDevices').where('accountId', '=', accountId).execute();
}
