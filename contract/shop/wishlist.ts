import * as v from 'valibot';
import { idSchema, instantSchema, moneySchema } from '../wire/fields.ts';

/** A saved design. Added: discountedPrice, available (OP-58) and `addedAt`. */
export const wishlistItemSchema = v.object({
  _id: idSchema,
  title: v.string(),
  image: v.string(),
  price: moneySchema,
  discountedPrice: v.nullable(moneySchema),
  available: v.boolean(),
  addedAt: instantSchema,
});
export type WishlistItem = v.InferOutput<typeof wishlistItemSchema>;

export const wishlistSchema = v.object({ items: v.array(wishlistItemSchema), version: v.number() });
export type Wishlist = v.InferOutput<typeof wishlistSchema>;
