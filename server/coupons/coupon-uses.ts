import { messages } from '#contract/messages/messages.ts';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';

/**
 * Reserves one use of a coupon for an order: the counter goes up only below the limit, in one
 * statement, and the ledger gets its row. Throws COUPON_REFUSED where there is none left, or where
 * the buyer has used up theirs.
 */
export async function reserveUse(
  tx: Transaction,
  now: Date,
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

/** The order is paid: its reservation, if any, is used for good. Answers whose it was, for the code to leave their cart. */
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

/** The order is void: its reservation, if any, can be had by somebody else. */
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
