import { withdrawCartMails } from '../news/cart-mails.ts';
import type { Transaction } from '../platform/database/open.ts';

/** Turns an account’s e-mails of one kind on or off: when custom requests open, when files of bought designs are replaced, or about a full cart. */
export async function chooseMails(
  tx: Transaction,
  accountId: string,
  news: 'hasCustomsNews' | 'hasFilesNews' | 'hasCartNews',
  isWanted: boolean,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set(news, isWanted ? 1 : 0)
    .where('id', '=', accountId)
    .execute();
  if (news === 'hasCartNews' && !isWanted) await withdrawCartMails(tx, accountId);
}
