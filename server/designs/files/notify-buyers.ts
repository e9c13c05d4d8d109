import type { Change } from '../../platform/database/change.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { filesReplaced } from '../../platform/mail/templates.ts';
import type { FiledDesign } from './files-changed.ts';

/** Mails everybody who bought a design and still has it, once each, which of its files are new. */
export async function notifyBuyers(
  change: Change,
  mailSettings: MailSettings,
  design: FiledDesign,
  files: readonly string[],
): Promise<void> {
  const { tx } = change;
  if (files.length === 0) return;
  const head = await letterhead(tx, mailSettings);
  const buyers = await tx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('accounts', 'accounts.id', 'orders.accountId')
    .select(['accounts.id', 'accounts.email', 'accounts.firstName', 'accounts.status'])
    .distinct()
    .where('orderItems.productId', '=', design.id)
    .where('orderItems.revokedAt', 'is', null)
    .where('orders.state', '=', 'paid')
    .where('accounts.status', '!=', 'rejected')
    .where('accounts.deletedAt', 'is', null)
    .execute();
  await queueMails(change, buyers, ({ id: accountId, email: recipient, ...buyer }) => {
    return { recipient, accountId, ...filesReplaced(head, buyer, { title: design.title, files }) };
  });
}
