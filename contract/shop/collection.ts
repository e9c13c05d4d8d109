import * as v from 'valibot';
import { idSchema, moneySchema } from '../wire/fields.ts';
import { pictureSchema } from './picture.ts';

/**
 * A set of designs that go together, as buyers see it. `productIds` are its designs in the shop, in order,
 * never none. `image`: its picture, at 640 px. `description` is plain text. `singlesPrice`: what the designs
 * cost one by one; `price`: what they cost together, null unless that is less. `whole`: the same of all its
 * designs, without discounts, also those that are no longer in the shop; any part of them costs its share of it
 * (`partPrice`). Null without a price for all; answers stored by an older worker lack it, and `formerSlugs`: those
 * that it had before.
 */
export const collectionSchema = v.object({
  _id: idSchema,
  slug: v.string(),
  formerSlugs: v.optional(v.array(v.string()), []),
  name: v.string(),
  description: v.string(),
  image: pictureSchema,
  productIds: v.array(idSchema),
  singlesPrice: moneySchema,
  price: v.nullable(moneySchema),
  whole: v.optional(v.nullable(v.object({ singlesPrice: moneySchema, price: moneySchema })), null),
});
export type Collection = v.InferOutput<typeof collectionSchema>;

export const collectionsSchema = v.object({ collections: v.array(collectionSchema) });

/** The collection at an address, which may be one that it had before; undefined: none. */
export function collectionAt(
  collections: readonly Collection[],
  slug: string,
): Collection | undefined {
  return (
    collections.find((each) => each.slug === slug) ??
    collections.find(({ formerSlugs }) => formerSlugs.includes(slug))
  );
}
