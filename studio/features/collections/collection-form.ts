import * as v from 'valibot';
import {
  collectionMessages,
  type EditedCollection,
  editedCollectionEntries,
} from '#contract/studio/collections.ts';
import { designMessages } from '#contract/studio/designs.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { parseAmount, parseCents } from '#contract/wire/parse-amount.ts';
import type { FormShape } from '../../ui/shared-draft.ts';

export type CollectionField =
  | 'name'
  | 'slug'
  | 'description'
  | 'price'
  | 'designIds'
  | 'coverId'
  | 'isPublished';
type TypedCollection = Readonly<Record<CollectionField, string>>;

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

function typedFrom(edited: EditedCollection): TypedCollection {
  const { name, slug, description, price, designIds, coverId, isPublished } = edited;
  return {
    name,
    slug,
    description,
    price: price === null ? '' : price.toFixed(2),
    designIds: joinIds(designIds),
    coverId: coverId ?? '',
    isPublished: isPublished ? 'yes' : '',
  };
}

function editedFrom(typed: TypedCollection): EditedCollection {
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

export const collectionShape: FormShape<EditedCollection, TypedCollection> = {
  typedFrom,
  editedFrom,
  parts: {
    name: ['name'],
    slug: ['slug'],
    description: ['description'],
    price: ['price'],
    designIds: ['designIds'],
    coverId: ['coverId'],
    isPublished: ['isPublished'],
  },
};

/** The name and the words of each field. */
export function collectionWords(titleOf: (designId: string) => string) {
  type Edited = EditedCollection;
  return {
    name: { name: 'Name', text: ({ name }: Edited) => name },
    slug: { name: 'Address', text: ({ slug }: Edited) => slug },
    description: { name: 'Description', text: ({ description }: Edited) => description },
    price: {
      name: 'Price for all designs',
      text: ({ price }: Edited) => (price === null ? '' : formatUsd(price)),
    },
    designIds: {
      name: 'Designs',
      list: ({ designIds }: Edited) => designIds.map(titleOf),
    },
    coverId: {
      name: 'Picture',
      text: ({ coverId }: Edited) => (coverId === null ? 'Of the first design' : titleOf(coverId)),
    },
    isPublished: {
      name: 'Show it in the shop',
      text: ({ isPublished }: Edited) => (isPublished ? 'Yes' : 'No'),
    },
  };
}

export function splitIds(ids: string): string[] {
  return ids === '' ? [] : ids.split(',');
}

export function joinIds(ids: readonly string[]): string {
  return ids.join(',');
}
