import type { Transaction } from '../platform/database/open.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';

/**
 * Has the mails about an account's requests that somebody sent with their own e-mail go to the account's owner from now on,
 * and ends the links that they were mailed.
 */
export async function handOverRequests(
  tx: Transaction,
  accountId: string,
  senderKey: string,
): Promise<void> {
  const requests = await tx
    .selectFrom('customRequests')
    .select(['id', 'email'])
    .where('accountId', '=', accountId)
    .execute();
  const theirs = requests.flatMap(({ id, email }) => (emailKey(email) === senderKey ? [id] : []));
  if (theirs.length === 0) return;
  await tx.deleteFrom('requestLinks').where('requestId', 'in', theirs).execute();
  await tx
    .updateTable('customRequests')
    .set((row) => ({
      email: row.selectFrom('accounts').select('accounts.email').where('id', '=', accountId),
    }))
    .where('id', 'in', theirs)
    .execute();
}
