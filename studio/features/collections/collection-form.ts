import * as v from 'valibot';
import {
  collectionMessages,
  editedCollectionEntries,
  type StudioCollection,
} from '#contract/studio/collections.ts';
import { designMessages } from '#contract/studio/designs.ts';
import { parseAmount, parseCents } from '#contract/wire/parse-amount.ts';

export type CollectionField =
  | 'name'
  | 'slug'
  | 'description'
  | 'price'
  | 'designIds'
  | 'coverId'
  | 'isPublished';
export type TypedCollection = Readonly<Record<CollectionField, string>>;

/** What is typed or chosen, as texts: ids are joined by commas, `yes` means published. */
export const collectionFormSchema = v.pipe(
  v.object({
    name: editedCollectionEntries.name,
    slug: editedCollectionEntries.slug,
    description: editedCollectionEntries.description,
    price: v.pipe(
      v.string(),
      v.check((text) => text.trim() === '' || parseCents(text) !== null, designMessages.price),
    ),
    designIds: v.string(),
    coverId: v.string(),
    isPublished: v.string(),
  }),
  v.forward(
    v.check(
      ({ designIds, isPublished }) => isPublished === '' || designIds !== '',
      collectionMessages.noDesigns,
    ),
    ['designIds'],
  ),
);

export function typedFrom(saved: StudioCollection): TypedCollection {
  const { name, slug, description, price, designs, coverId, isPublished } = saved;
  return {
    name,
    slug,
    description,
    price: price === null ? '' : price.toFixed(2),
    designIds: joinIds(designs.map(({ id }) => id)),
    coverId: coverId ?? '',
    isPublished: isPublished ? 'yes' : '',
  };
}

/** What the editor sends. */
export function editedFrom(typed: TypedCollection) {
  const designIds = splitIds(typed.designIds);
  return {
    name: typed.name,
    slug: typed.slug,
    description: typed.description,
    price: typed.price.trim() === '' ? null : parseAmount(typed.price),
    designIds,
    coverId: designIds.includes(typed.coverId) ? typed.coverId : null,
    isPublished: typed.isPublished !== '',
  };
}

export function splitIds(ids: string): string[] {
  return ids === '' ? [] : ids.split(',');
}

export function joinIds(ids: readonly string[]): string {
  return ids.join(',');
}
