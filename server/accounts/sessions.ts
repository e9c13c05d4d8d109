import { randomBytes } from 'node:crypto';
import type { Change } from '../platform/database/change.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { deletePushDevices } from '../platform/push/push-devices.ts';
import { recordDevice, type SigningIn } from '../platform/sign-in/account-devices.ts';
import { ownerOf, type Person, sessionsOf } from '../platform/sign-in/person.ts';
import { hashToken, type SignedIn } from '../platform/sign-in/signed-in.ts';

/** Opens a session on a device and returns its bearer token: 256 random bits, of which only a hash is stored (OP-29). */
export async function openSession(
  change: Change,
  { id, colleagueId }: Person,
  device: SigningIn,
): Promise<string> {
  const { tx } = change;
  const token = randomBytes(32).toString('base64url');
  const createdAt = change.now.toISOString();
  const deviceId = await recordDevice(change, id, device);
  const session = { tokenHash: hashToken(token), deviceId, createdAt, lastSeenAt: createdAt };
  await (colleagueId === null
    ? tx
        .insertInto('sessions')
        .values({ ...session, accountId: id })
        .execute()
    : tx
        .insertInto('colleagueSessions')
        .values({ ...session, colleagueId })
        .execute());
  return token;
}

export async function endSession(tx: Transaction, account: SignedIn): Promise<void> {
  await tx
    .deleteFrom(sessionsOf(account).table)
    .where('tokenHash', '=', account.tokenHash)
    .execute();
}

/**
 * Ends every session of a person at once, except the one whose token has the hash `staying`. Push
 * subscriptions don't belong to a session, so all of them end, and each browser has to subscribe again.
 */
export async function endSessions(tx: Transaction, person: Person, staying = ''): Promise<void> {
  const { table, by, value } = sessionsOf(person);
  await tx.deleteFrom(table).where(by, '=', value).where('tokenHash', '!=', staying).execute();
  await deletePushDevices(tx, person).execute();
}

/** Ends every session of an account's owner and colleagues. */
export async function endAllSessions(tx: Transaction, accountId: string): Promise<void> {
  await endSessions(tx, ownerOf(accountId));
  const colleagues = await tx
    .selectFrom('colleagues')
    .select('id')
    .where('accountId', '=', accountId)
    .execute();
  for (const { id } of colleagues) await endSessions(tx, { id: accountId, colleagueId: id });
}

/** How many sessions an account has, of its owner and its colleagues. */
export async function countSessions(reader: Reader, accountId: string): Promise<number> {
  const owners = await reader
    .selectFrom('sessions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  const colleagues = await reader
    .selectFrom('colleagueSessions')
    .innerJoin('colleagues', 'colleagues.id', 'colleagueId')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return owners.count + colleagues.count;
}
