import { fromWire } from '../wire/money.ts';
import type { AppliedCoupon } from './coupon.ts';

/** A coupon's discount on `subtotal`, both in cents: a whole number from 0 to `subtotal`. */
export function couponDiscount(coupon: AppliedCoupon | null, subtotal: number): number {
  if (!coupon) return 0;
  // Percent or dollars have two decimals; as a fraction, 2.3 % of $15.00 would be just below 34.5 cents.
  const hundredths = fromWire(coupon.discountAmount);
  const amount =
    coupon.discountType === 'percentage'
      ? Math.round((subtotal * hundredths) / 10_000)
      : hundredths;
  return Math.min(subtotal, Math.max(0, amount));
}
