import type { AppliedCoupon } from './coupon.ts';

/** What a coupon takes off `subtotal` (cents): whole cents, never below 0 and never more than the subtotal. */
export function couponDiscount(coupon: AppliedCoupon | null, subtotal: number): number {
  if (!coupon) return 0;
  const amount =
    coupon.discountType === 'percentage'
      ? Math.round((subtotal * coupon.discountAmount) / 100)
      : Math.round(coupon.discountAmount * 100);
  return Math.min(subtotal, Math.max(0, amount));
}
