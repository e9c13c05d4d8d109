import * as v from 'valibot';
import { idSchema, instantSchema, moneySchema } from '../wire/fields.ts';
import { appliedCouponSchema } from './coupon.ts';

/** A design in the cart. Added: `available` (false: no longer sold, outside every total, OP-48) and `addedAt`. */
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
 * `totalPrice` is what is to be paid, `totalDiscount` list saving plus coupon (OP-17). Added:
 * `version` rises with every change of this account's cart, so that an older answer can be told;
 * `couponProblem` says why the code on this cart takes nothing off now, and `appliedCoupon` is null then.
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

/** Answer of every call that changes a set: the message and the set's version after it. */
export const setChangedSchema = v.object({ message: v.string(), version: v.number() });
