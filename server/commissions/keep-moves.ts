import type { Expression, SqlBool } from 'kysely';
import type { Transaction } from '../platform/database/open.ts';

/** Keeps when requests were moved, for reports, before they are deleted. Twice is as good as once. */
export async function keepMoves(tx: Transaction, ofRequests: Expression<SqlBool>): Promise<void> {
  const requests = tx.selectFrom('customRequests').select('id').where(ofRequests);
  await tx
    .insertInto('deletedRequestMoves')
    .columns(['move', 'movedAt', 'requestId'])
    .expression(
      tx
        .selectFrom('commissionMoves')
        .select(['move', 'movedAt', 'requestId'])
        .where('requestId', 'in', requests),
    )
    .onConflict((row) => row.doNothing())
    .execute();
}
