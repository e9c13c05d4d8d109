import type { AccountStatus } from '#contract/shop/account.ts';
import { voidUnpaidOrders } from '../orders/payments/void-unpaid-orders.ts';
import type { Change } from '../platform/database/change.ts';
import { accountDecided } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { queueMail, withdrawMails } from '../platform/mail/queue-mail.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { withdrawInvitations } from './end-colleagues.ts';
import { endAllSessions } from './sessions.ts';

/**
 * Approves or rejects an account and mails its owner. Rejecting ends every session at once, also of colleagues, withdraws
 * news that waits to be sent, and makes orders
 * void whose payment hasn't started; `reason`, in the studio's words, goes into the mail. Returns false if
 * nothing changed: there is no such account, or it already has this status.
 */
export async function decideAccount(
  change: Change,
  mailSettings: MailSettings,
  accountId: string,
  status: Exclude<AccountStatus, 'pending'>,
  reason = '',
): Promise<boolean> {
  const { tx } = change;
  const row = await tx
    .updateTable('accounts')
    .set({ status })
    .where('id', '=', accountId)
    .where('status', '!=', status)
    .where('deletedAt', 'is', null)
    .returning(['email', 'firstName'])
    .executeTakeFirst();
  if (!row) return false;
  await withdrawNotice(tx, 'account', accountId);
  if (status === 'rejected') {
    await endAllSessions(tx, accountId);
    await withdrawInvitations(tx, accountId);
    await withdrawMails(tx, 'letters', accountId);
    await voidUnpaidOrders(change, accountId, 'the account was rejected');
  }
  const letter = accountDecided(await letterhead(tx, mailSettings), { ...row, status }, reason);
  await queueMail(change, { recipient: row.email, accountId, ...letter });
  return true;
}
