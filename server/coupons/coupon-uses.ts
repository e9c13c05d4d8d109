import { messages } from '#contract/messages/messages.ts';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';

/**
 * Reserves one use of a coupon for an order. One statement increments the counter only below the limit; a row
 * records the use.
 * @throws COUPON_REFUSED if no use is left, or the buyer has had theirs
 */
export async function reserveUse(
  { tx, now }: Change,
  use: { readonly orderId: string; readonly couponId: string; readonly accountId: string },
): Promise<void> {
  const coupon = await tx
    .updateTable('coupons')
    .set((set) => ({ used: set('used', '+', 1) }))
    .where('id', '=', use.couponId)
    .where((where) =>
      where.or([where('useLimit', 'is', null), where('used', '<', where.ref('useLimit'))]),
    )
    .returning('isOncePerCustomer')
    .executeTakeFirst();
  if (!coupon) throw new Problem('COUPON_REFUSED', messages.coupon.usedUp);
  const onceKey = coupon.isOncePerCustomer === 1 ? use.accountId : null;
  const row = await tx
    .insertInto('couponUses')
    .values({ ...use, onceKey, state: 'reserved', createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['couponId', 'onceKey']).doNothing())
    .returning('orderId')
    .executeTakeFirst();
  if (!row) throw new Problem('COUPON_REFUSED', messages.coupon.usedByYou);
}

/** Marks a paid order's reservation as spent. Returns whose it was, so that the code can be taken off their cart; null if there is none. */
export async function spendUse(
  tx: Transaction,
  orderId: string,
): Promise<{ readonly couponId: string; readonly accountId: string } | null> {
  const use = await tx
    .updateTable('couponUses')
    .set({ state: 'spent' })
    .where('orderId', '=', orderId)
    .where('state', '=', 'reserved')
    .returning(['couponId', 'accountId'])
    .executeTakeFirst();
  return use ?? null;
}

/** Releases a void order's reservation, if any, for somebody else to use. */
export async function releaseUse(tx: Transaction, orderId: string): Promise<void> {
  const use = await tx
    .deleteFrom('couponUses')
    .where('orderId', '=', orderId)
    .where('state', '=', 'reserved')
    .returning('couponId')
    .executeTakeFirst();
  if (!use) return;
  await tx
    .updateTable('coupons')
    .set((set) => ({ used: set('used', '-', 1) }))
    .where('id', '=', use.couponId)
    .execute();
}
