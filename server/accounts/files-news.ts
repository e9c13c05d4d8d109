import type { Transaction } from '../platform/database/open.ts';

/** Turns the e-mails about new files of bought designs on or off. */
export async function chooseFilesNews(
  tx: Transaction,
  accountId: string,
  isWanted: boolean,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ hasFilesNews: isWanted ? 1 : 0 })
    .where('id', '=', accountId)
    .execute();
}

export function endFilesNews(tx: Transaction, accountId: string): Promise<void> {
  return chooseFilesNews(tx, accountId, false);
}
