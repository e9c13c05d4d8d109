import type { AppliedCoupon } from './coupon.ts';

/** A coupon's discount on `subtotal`, both in cents: a whole number from 0 to `subtotal`. */
export function couponDiscount(coupon: AppliedCoupon | null, subtotal: number): number {
  if (!coupon) return 0;
  const amount =
    coupon.discountType === 'percentage'
      ? Math.round((subtotal * coupon.discountAmount) / 100)
      : Math.round(coupon.discountAmount * 100);
  return Math.min(subtotal, Math.max(0, amount));
}
