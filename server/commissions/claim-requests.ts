import { sql } from 'kysely';
import { linkMessages, type OwnRequest } from '#contract/shop/own-request.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { requestOfAccount } from './own-requests.ts';
import { requestOfLink } from './request-links.ts';

/**
 * Takes the opened link as a proof that the account's address is its owner's: it was mailed there. Returns the request.
 * @throws NOT_FOUND; FORBIDDEN if the request has another address or belongs to another account
 */
export async function claimByLink(
  { tx, now }: Change,
  accountId: string,
  token: string,
): Promise<OwnRequest> {
  const requestId = await requestOfLink(tx, token, now);
  const { email } = await tx
    .selectFrom('customRequests')
    .select('email')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow();
  const key = emailKey(email);
  const confirmed = await tx
    .updateTable('accounts')
    .set({ confirmedEmailKey: key })
    .where('id', '=', accountId)
    .where('emailKey', '=', key)
    .returning('id')
    .executeTakeFirst();
  if (!confirmed) throw new Problem('FORBIDDEN', linkMessages.elsewhere);
  await takeOver(tx, accountId, key);
  return requestOfAccount(tx, accountId, requestId).catch(() => {
    throw new Problem('FORBIDDEN', linkMessages.elsewhere);
  });
}

/** Gives an account the requests that visitors sent with its address, if that address is known to be its owner's. */
export async function claimByAddress(services: Services, accountId: string): Promise<void> {
  const { read } = services.database;
  const account = await read
    .selectFrom('accounts')
    .select('emailKey')
    .where('id', '=', accountId)
    .whereRef('confirmedEmailKey', '=', 'emailKey')
    .executeTakeFirst();
  if (!account || (await sentWith(read, account.emailKey)).length === 0) return;
  await makeChange(services, ({ tx }) => takeOver(tx, accountId, account.emailKey));
}

async function takeOver(tx: Transaction, accountId: string, key: string): Promise<void> {
  const ids = await sentWith(tx, key);
  if (ids.length === 0) return;
  await tx
    .updateTable('customRequests')
    .set({ accountId })
    .where('id', 'in', ids)
    .where('accountId', 'is', null)
    .execute();
}

/** The requests of visitors with this address. */
async function sentWith(reader: Reader, key: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('customRequests')
    .select(['id', 'email'])
    .where('accountId', 'is', null)
    .where(sql`lower(email)`, '=', key)
    .execute();
  return rows.filter(({ email }) => emailKey(email) === key).map(({ id }) => id);
}
