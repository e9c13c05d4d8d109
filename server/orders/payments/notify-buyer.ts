import type { Change } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { emailKey } from '../../platform/sign-in/email-key.ts';
import type { OrderRow } from './order-state.ts';

/**
 * Mails an order's buyer at the account's e-mail. The one given at checkout gets the receipt (OP-61), and other letters
 * only while it is a colleague's: whose it is otherwise isn't known, and nobody who has left an account reads what becomes
 * of its orders. `paperOf`: the order or refund whose paper is attached, at the account's e-mail
 * alone: it may have a home address, and the other may be mistyped. Returns false, mailing nobody, if the account is deleted.
 */
export async function notifyBuyer(
  change: Change,
  { accountId, customerEmail }: Pick<OrderRow, 'accountId' | 'customerEmail'>,
  letter: Letter,
  { paperOf, isReceipt = false }: { readonly paperOf: string; readonly isReceipt?: boolean },
): Promise<boolean> {
  const { tx } = change;
  const account = await tx
    .selectFrom('accounts')
    .select(['email', 'emailKey'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!account) return false;
  await queueMail(change, { ...letter, recipient: account.email, accountId, paperOf });
  const given = emailKey(customerEmail);
  if (given === account.emailKey) return true;
  if (isReceipt || (await isColleague(tx, accountId, given))) {
    await queueMail(change, { ...letter, recipient: customerEmail, accountId });
  }
  return true;
}

async function isColleague(tx: Transaction, accountId: string, key: string): Promise<boolean> {
  const colleague = await tx
    .selectFrom('colleagues')
    .select('id')
    .where('accountId', '=', accountId)
    .where('emailKey', '=', key)
    .executeTakeFirst();
  return colleague !== undefined;
}
