import type { Change } from '../../platform/database/change.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import { filesReplaced } from '../../platform/mail/news-letters.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { endingPath } from '../../platform/mail/unsubscribe-token.ts';
import type { Services } from '../../platform/services/services.ts';
import type { FiledDesign } from './files-changed.ts';
import { isWithBuyer } from './with-buyer.ts';

/** Mails everybody who bought a design, still has it and wants to know, once each, which of its files are new. */
export async function notifyBuyers(
  change: Change,
  { env, signingKey }: Pick<Services, 'env' | 'signingKey'>,
  design: FiledDesign,
  files: readonly string[],
): Promise<void> {
  const { tx } = change;
  if (files.length === 0) return;
  const head = await letterhead(tx, env);
  const buyers = await tx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('accounts', 'accounts.id', 'orders.accountId')
    .select(['accounts.id', 'accounts.email', 'accounts.firstName', 'accounts.status'])
    .distinct()
    .where('orderItems.productId', '=', design.id)
    .where('orderItems.revokedAt', 'is', null)
    .where('orders.state', '=', 'paid')
    .where(isWithBuyer)
    .where('accounts.status', '!=', 'rejected')
    .where('accounts.deletedAt', 'is', null)
    .where('accounts.hasFilesNews', '=', 1)
    .execute();
  await queueMails(change, buyers, ({ id: accountId, email: recipient, ...buyer }) => {
    const unsubscribePath = endingPath(signingKey, 'filesReplaced', accountId);
    const letter = filesReplaced(head, buyer, { title: design.title, files, unsubscribePath });
    return { recipient, accountId, ...letter };
  });
}
