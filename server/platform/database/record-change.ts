import type { Transaction } from './open.ts';

/** Rows of one statement; an engine takes only so many values at once. */
const rowsAtOnce = 1000;

/** Notes that something public changed, in the transaction that changed it; replicas follow these rows. */
export async function recordChange(
  tx: Transaction,
  now: Date,
  productIds: readonly string[] | null,
): Promise<void> {
  const changedAt = now.toISOString();
  const rows = (productIds ?? [null]).map((productId) => ({ productId, changedAt }));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx
      .insertInto('catalogueChanges')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}
