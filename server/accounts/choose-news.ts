import type { Transaction } from '../platform/database/open.ts';

/** Has an account be told of something by e-mail, or no longer: of open custom requests, or of new files of bought designs. */
export async function chooseNews(
  tx: Transaction,
  accountId: string,
  news: 'hasCustomsNews' | 'hasFilesNews',
  isWanted: boolean,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set(news, isWanted ? 1 : 0)
    .where('id', '=', accountId)
    .execute();
}
