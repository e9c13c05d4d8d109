import type { Transaction } from '../platform/database/open.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';

/**
 * Has the mails about an account's requests that were sent with an e-mail, or since an instant, go to the account's owner
 * from now on, and ends the links that were mailed for them.
 */
export async function handOverRequests(
  tx: Transaction,
  accountId: string,
  senderKey: string,
  since?: string,
): Promise<void> {
  const requests = await tx
    .selectFrom('customRequests')
    .select(['id', 'email', 'createdAt'])
    .where('accountId', '=', accountId)
    .execute();
  const theirs = requests
    .filter(
      ({ email, createdAt }) =>
        emailKey(email) === senderKey || (since !== undefined && createdAt >= since),
    )
    .map(({ id }) => id);
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
