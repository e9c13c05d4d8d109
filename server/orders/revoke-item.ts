import { renewYearly } from '../licences/years.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Env } from '../platform/env.ts';
import { Problem } from '../platform/http/problem.ts';
import { paidShare } from './payments/refundable.ts';
import { practiceItems } from './practice-licences.ts';
import { isLive } from './receipts/receipt-numbers.ts';

/**
 * Revokes the download of one item of a paid order, or restores it. No money moves, and the sale stays
 * counted. Does nothing if the item is already in that state.
 * @throws NOT_FOUND; CONFLICT for an item that was refunded, or that a live shop's practice order had, which stays revoked
 */
export async function revokeItem(
  change: AuditedChange,
  env: Pick<Env, 'timeZone' | 'payments'>,
  { orderId, itemId }: { readonly orderId: string; readonly itemId: string },
  isRevoked: boolean,
): Promise<void> {
  const { tx, now } = change;
  const item = await tx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orders.state', 'orders.accountId', 'revokedAt', 'refundedAt'])
    .where('orderItems.id', '=', itemId)
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!item) throw new Problem('NOT_FOUND', 'This design isn’t in this order.');
  if (item.state !== 'paid') {
    throw new Problem('CONFLICT', 'An unpaid order has no downloads.');
  }
  if ((item.revokedAt !== null) === isRevoked) return;
  if (item.refundedAt !== null) {
    throw new Problem('CONFLICT', 'This design was refunded. Give the buyer the design instead.');
  }
  if (!isRevoked && isLive(env) && (await wasPaidInPractice(change, itemId))) {
    const words = 'It was bought in a practice order, which moved no money.';
    throw new Problem('CONFLICT', `${words} Give the buyer the design instead.`);
  }
  const revokedAt = isRevoked ? now.toISOString() : null;
  await tx.updateTable('orderItems').set({ revokedAt }).where('id', '=', itemId).execute();
  await renewYearly(change, env, item.accountId);
  await recordAction(change, {
    action: isRevoked ? 'download.revoked' : 'download.restored',
    subjectId: itemId,
    before: { order: orderId, isRevoked: !isRevoked },
    after: { order: orderId, isRevoked },
  });
  // The list of revoked licences is public.
  await recordCatalogueChange(change, null);
}

async function wasPaidInPractice({ tx }: AuditedChange, itemId: string): Promise<boolean> {
  const item = await practiceItems(tx)
    .where('orderItems.id', '=', itemId)
    .select(['orderItems.id', 'price', 'discountedPrice', 'orderItems.couponDiscount'])
    .executeTakeFirst();
  return item !== undefined && paidShare(item) > 0;
}
