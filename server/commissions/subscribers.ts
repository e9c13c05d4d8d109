import { sql } from 'kysely';
import type { Reader, Transaction } from '../platform/database/open.ts';

/** Accounts that asked to be notified when custom requests open. A deleted account is rejected, too. */
export function subscribersOf(reader: Reader) {
  return (
    reader
      .selectFrom('accounts')
      // A literal, as in the partial index: PostgreSQL may not use that for a parameter.
      .where('hasCustomsNews', '=', sql.lit(1))
      .where('status', '!=', 'rejected')
  );
}

/** Notifies an account when custom requests open, or no longer. */
export async function chooseCustomsNews(
  tx: Transaction,
  accountId: string,
  isWanted: boolean,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ hasCustomsNews: isWanted ? 1 : 0 })
    .where('id', '=', accountId)
    .execute();
}

export function endCustomsNews(tx: Transaction, accountId: string): Promise<void> {
  return chooseCustomsNews(tx, accountId, false);
}
