import * as v from 'valibot';
import { idSchema, instantSchema, moneySchema } from '../wire/fields.ts';
import { addedViewSchema, keptViewSchema } from './cloth-view.ts';

/** A saved design. Added: discountedPrice, available (OP-58), `addedAt` and `view`, as in the cart. */
export const wishlistItemSchema = v.object({
  _id: idSchema,
  title: v.string(),
  image: v.string(),
  price: moneySchema,
  discountedPrice: v.nullable(moneySchema),
  available: v.boolean(),
  addedAt: instantSchema,
  view: keptViewSchema,
});
export type WishlistItem = v.InferOutput<typeof wishlistItemSchema>;

export const wishlistSchema = v.object({ items: v.array(wishlistItemSchema), version: v.number() });
export type Wishlist = v.InferOutput<typeof wishlistSchema>;

/** Added: `view`, as in the cart. */
export const wishlistAddBodySchema = v.object({
  productId: idSchema,
  view: addedViewSchema,
});
