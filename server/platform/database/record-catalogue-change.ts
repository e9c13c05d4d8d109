import type { Change } from './change.ts';

/** Rows per statement, because an engine limits the number of values. */
const rowsAtOnce = 1000;

/** Records a change of public data, in the transaction that makes it; replicas follow these rows. */
export async function recordCatalogueChange(
  { tx, now }: Change,
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
