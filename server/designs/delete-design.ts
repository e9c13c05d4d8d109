import { designMessages } from '#contract/studio/designs.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { designToChange } from './read-design.ts';

/**
 * Deletes a draft that was never in the shop, with its pictures, files and uploads. The bytes stay in the
 * store, where another design may share them, until retention deletes them.
 * @throws NOT_FOUND; CHANGED_MEANWHILE; INVALID for any other design
 */
export async function deleteDesign(
  change: AuditedChange,
  id: string,
  version: number,
): Promise<void> {
  const { tx } = change;
  const { title, sku, status, commissionId } = await designToChange(tx, id, version);
  if (commissionId !== null) throw new Problem('INVALID', designMessages.isCommissioned);
  if (status !== 'draft' || (await wasShown(tx, id))) {
    throw new Problem('INVALID', designMessages.wasShown);
  }
  await tx.deleteFrom('products').where('id', '=', id).execute();
  const before = { title, sku };
  await recordAction(change, { action: 'design.deleted', subjectId: id, before, after: null });
}

/** Whether it was ever in the shop: then carts, wishlists and orders may refer to it. */
export async function wasShown(tx: Reader, productId: string): Promise<boolean> {
  const shown = await tx
    .selectFrom('catalogueChanges')
    .select('seq')
    .where('productId', '=', productId)
    .limit(1)
    .executeTakeFirst();
  return shown !== undefined;
}
