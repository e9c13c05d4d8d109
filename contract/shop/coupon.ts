import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema } from '../wire/fields.ts';

/** `percentage` makes discountAmount a percentage; any other type is a fixed amount in dollars (O08). */
export const appliedCouponSchema = v.object({
  code: v.string(),
  discountType: v.string(),
  discountAmount: v.number(),
});
export type AppliedCoupon = v.InferOutput<typeof appliedCouponSchema>;

export const applyCouponSchema = v.object({
  code: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(messages.coupon.empty),
    v.maxLength(64, messages.invalid.tooLong),
  ),
  cartId: idSchema,
});

export const removeCouponSchema = v.object({ cartId: idSchema });
