import * as v from 'valibot';
import { idSchema } from './fields.ts';
import { messages } from './messages.ts';

/** `percentage` takes discountAmount as a percent; any other type is a fixed amount in dollars (O08). */
export const appliedCouponSchema = v.object({
  code: v.string(),
  discountType: v.string(),
  discountAmount: v.number(),
});
export type AppliedCoupon = v.InferOutput<typeof appliedCouponSchema>;

export const applyCouponSchema = v.object({
  code: v.pipe(v.string(), v.trim(), v.nonEmpty(messages.coupon.empty), v.maxLength(64)),
  cartId: idSchema,
});

export const removeCouponSchema = v.object({ cartId: idSchema });

/** What a coupon takes off `subtotal` (cents): whole cents, never below 0 and never more than the subtotal. */
export function couponDiscount(coupon: AppliedCoupon | null, subtotal: number): number {
  if (!coupon) return 0;
  const amount =
    coupon.discountType === 'percentage'
      ? Math.round((subtotal * coupon.discountAmount) / 100)
      : Math.round(coupon.discountAmount * 100);
  return Math.min(subtotal, Math.max(0, amount));
}
