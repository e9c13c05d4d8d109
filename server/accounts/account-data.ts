import type { AccountData } from '#contract/account-data.ts';
import type { SignedIn } from '../http/account.ts';
import { everyOrderOfAccount } from '../orders/queries.ts';
import type { Services } from '../services.ts';
import { userAnswer, userColumns } from './user-answer.ts';

/** Everything that is kept about an account. What only proves who somebody is, hashes and tokens, stays here. */
export async function accountData(
  { database: { read }, clock }: Services,
  { id, email }: SignedIn,
): Promise<AccountData> {
  const account = await read
    .selectFrom('accounts')
    .select([...userColumns, 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const sessions = await read
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt'])
    .where('accountId', '=', id)
    .orderBy('createdAt')
    .execute();
  const cart = await read
    .selectFrom('cartLines')
    .innerJoin('products', 'products.id', 'cartLines.productId')
    .select(['productId', 'title', 'addedAt'])
    .where('accountId', '=', id)
    .orderBy('addedAt')
    .execute();
  const orders = await everyOrderOfAccount(read, id);
  const mails = await read
    .selectFrom('mailOutbox')
    .select(['subject', 'createdAt', 'sentAt'])
    .where('recipient', '=', email)
    .orderBy('createdAt')
    .execute();
  return {
    takenAt: clock().toISOString(),
    account: { ...userAnswer(account), createdAt: account.createdAt },
    sessions,
    cart,
    orders,
    mails,
  };
}
