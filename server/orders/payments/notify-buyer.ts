import type { Change } from '../../platform/database/change.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { OrderRow } from './order-state.ts';

/** Mails an order's buyer at the account's e-mail and the one given at checkout (OP-61). `paperOf`: the order or refund whose paper is attached, at the account's alone: it may have a home address, and the other may be mistyped. Returns false, mailing nobody, if the account is deleted. */
export async function notifyBuyer(
  change: Change,
  order: Pick<OrderRow, 'accountId' | 'customerEmail'>,
  letter: Letter,
  paperOf?: string,
): Promise<boolean> {
  const { tx } = change;
  const { accountId, customerEmail } = order;
  const account = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!account) return false;
  const { email } = account;
  await queueMail(change, { ...letter, recipient: email, accountId, paperOf });
  if (customerEmail.toLowerCase() !== email.toLowerCase()) {
    await queueMail(change, { ...letter, recipient: customerEmail, accountId });
  }
  return true;
}
