import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema, instantSchema } from '../wire/fields.ts';

/** What a code is made of. Upper and lower case are the same. */
export const couponCodePattern = /^[A-Za-z0-9_-]{3,32}$/;

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
  /**
   * Added: the coupon stays on the cart although it doesn't apply yet, and applies once the cart has what it needs.
   * Without it, such a coupon is refused.
   */
  isForLater: v.optional(v.boolean(), false),
});

export const removeCouponSchema = v.object({ cartId: idSchema });

/** The designs that an offer lists by name; a coupon may be for more. */
export const maxOfferedDesigns = 12;

/** What a coupon gives and when it applies, for the page of its link. */
export const couponOfferSchema = v.object({
  ...appliedCouponSchema.entries,
  /** Dollars, for the whole cart before the coupon. */
  minimumSubtotal: v.number(),
  startsAt: v.nullable(instantSchema),
  endsAt: v.nullable(instantSchema),
  isOncePerCustomer: v.boolean(),
  /** Null: for every design. */
  scope: v.nullable(
    v.object({
      categories: v.array(v.object({ _id: idSchema, name: v.string() })),
      /** The first `maxOfferedDesigns` of those for sale. */
      designs: v.array(v.object({ _id: idSchema, title: v.string() })),
      designCount: v.number(),
    }),
  ),
  /** Whether a buyer can use it right now, by the shop's clock. */
  state: v.picklist(['on', 'planned', 'ended', 'used up']),
});
export type CouponOffer = v.InferOutput<typeof couponOfferSchema>;

export const couponOfferParams = v.object({
  code: v.pipe(v.string(), v.trim(), v.regex(couponCodePattern)),
});
