import { createCoupon, type NewCoupon } from '#server/coupons/create-coupon.ts';
import { makeChange } from '#server/platform/database/change.ts';
import type { AppServices } from '#server/services.ts';

/** Adds a coupon, by default for ten percent; returns its id. */
export function addCoupon(services: AppServices, coupon: Partial<NewCoupon> = {}): Promise<string> {
  return makeChange(services, (change) =>
    createCoupon(change, {
      code: 'TEN',
      discountType: 'percentage',
      discountAmount: 10,
      ...coupon,
    }),
  );
}

/** Counter, ledger and orders of a coupon: three counts of the same uses. */
export async function couponCounts(services: AppServices, couponId: string) {
  const { read } = services.database;
  const coupon = await read
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow();
  const ledger = await read
    .selectFrom('couponUses')
    .selectAll()
    .where('couponId', '=', couponId)
    .execute();
  const orders = await read
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('couponCode', '=', coupon.code)
    .where('state', '!=', 'void')
    .execute();
  const spent = ledger.filter((use) => use.state === 'spent').length;
  return { used: coupon.used, ledger: ledger.length, orders: orders.length, spent };
}
