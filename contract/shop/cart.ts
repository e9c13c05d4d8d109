import * as v from 'valibot';
import { idSchema, instantSchema, moneySchema } from '../wire/fields.ts';
import { addedViewSchema, keptViewSchema } from './cloth-view.ts';
import { appliedCouponSchema } from './coupon.ts';

/** A device as its owner knows it. `isThis`: the one that asks. */
const deviceOfLineSchema = v.object({ name: v.string(), isThis: v.boolean() });

/**
 * A design in the cart. Added: `addedAt`; `available` (false: no longer for sale and in no total, OP-48);
 * `heldUntil` (it costs more now, but this buyer pays `discountedPrice`, which they saw, until then); `addedOn`
 * (the device it was added on, if that is known); `inCollection` (`discountedPrice` is its part of this
 * collection's price; `saving`: compared with what it costs alone); `view` (the view of it that the buyer kept).
 */
export const cartItemSchema = v.object({
  productId: idSchema,
  title: v.string(),
  image: v.string(),
  price: moneySchema,
  discountedPrice: v.nullable(moneySchema),
  available: v.boolean(),
  addedAt: instantSchema,
  addedOn: v.optional(deviceOfLineSchema),
  heldUntil: v.optional(instantSchema),
  inCollection: v.optional(v.object({ name: v.string(), saving: moneySchema })),
  view: keptViewSchema,
});
export type CartItem = v.InferOutput<typeof cartItemSchema>;

/** A design for sale that another device of the account removed from the cart, and the name of that device. */
export const removedItemSchema = v.object({
  productId: idSchema,
  title: v.string(),
  image: v.string(),
  price: moneySchema,
  discountedPrice: v.nullable(moneySchema),
  removedAt: instantSchema,
  removedOn: v.string(),
  view: keptViewSchema,
});
export type RemovedItem = v.InferOutput<typeof removedItemSchema>;

/**
 * `totalPrice` is what the buyer pays; `totalDiscount` is product discounts plus coupon (OP-17). Added:
 * `version` rises with every change of this account's cart, so that clients recognize an outdated answer.
 * `couponProblem` says why the coupon on this cart, `waitingCode`, gives no discount now; `appliedCoupon` is null then.
 * `removed`: what other devices removed within the last week, the newest first.
 */
export const cartSchema = v.object({
  _id: idSchema,
  items: v.array(cartItemSchema),
  totalPrice: moneySchema,
  totalDiscount: moneySchema,
  appliedCoupon: v.nullable(appliedCouponSchema),
  couponProblem: v.optional(v.string()),
  waitingCode: v.optional(v.string()),
  removed: v.optional(v.array(removedItemSchema)),
  version: v.number(),
});
export type Cart = v.InferOutput<typeof cartSchema>;

/**
 * Added: `seenPrice`, what the buyer saw the design cost when they added it, maybe without a signal, and `view`,
 * how they want to see it again.
 */
export const cartAddBodySchema = v.object({
  productId: idSchema,
  seenPrice: v.optional(moneySchema),
  view: addedViewSchema,
});

export const productIdBodySchema = v.object({ productId: idSchema });

/** The answer of every call that changes a set: a message and the set's new version. */
export const setChangedSchema = v.object({ message: v.string(), version: v.number() });
