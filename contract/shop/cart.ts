import * as v from 'valibot';
import { idSchema, instantSchema, moneySchema } from '../wire/fields.ts';
import { appliedCouponSchema } from './coupon.ts';

/** A design in the cart. Added: `addedAt`, and `available` (false: no longer for sale and in no total, OP-48). */
export const cartItemSchema = v.object({
  productId: idSchema,
  title: v.string(),
  image: v.string(),
  price: moneySchema,
  discountedPrice: v.nullable(moneySchema),
  available: v.boolean(),
  addedAt: instantSchema,
});
export type CartItem = v.InferOutput<typeof cartItemSchema>;

/**
 * `totalPrice` is what the buyer pays; `totalDiscount` is product discounts plus coupon (OP-17). Added:
 * `version` rises with every change of this account's cart, so that clients recognize an outdated answer.
 * `couponProblem` says why the coupon on this cart gives no discount now; `appliedCoupon` is null then.
 */
export const cartSchema = v.object({
  _id: idSchema,
  items: v.array(cartItemSchema),
  totalPrice: moneySchema,
  totalDiscount: moneySchema,
  appliedCoupon: v.nullable(appliedCouponSchema),
  couponProblem: v.optional(v.string()),
  version: v.number(),
});
export type Cart = v.InferOutput<typeof cartSchema>;

export const productIdBodySchema = v.object({ productId: idSchema });

/** The answer of every call that changes a set: a message and the set's new version. */
export const setChangedSchema = v.object({ message: v.string(), version: v.number() });
