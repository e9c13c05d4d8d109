import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema, lineSchema, messageSchema, moneySchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';
import { designStatuses, priceSchema } from './designs.ts';

/** Collections as the studio edits them: sets of designs that go together. */

export const collectionLimits = {
  name: 80,
  slug: 60,
  formerSlugs: 50,
  description: 1000,
  collections: 100,
} as const;

export const collectionMessages = {
  name: 'A name is required.',
  slug: 'Use lowercase letters, digits and single hyphens, such as “woodland-friends”.',
  tooManyDesigns: `A collection can have up to ${limits.collectionDesigns} designs.`,
  noDesigns: 'Add a design before you publish the collection.',
} as const;

/** What only the server says; on their own, so that the studio's page doesn't load them. */
export const collectionRefusals = {
  slugTaken: 'Another collection already has this address.',
  tooMany: `There are ${collectionLimits.collections} collections already. Delete one first.`,
  unknownDesign: 'One of these designs no longer exists. Remove it, then save again.',
  cover: 'The picture must be of one of its designs.',
  gone: 'This collection no longer exists.',
  orderChanged: 'Someone else changed the collections. Check them before reordering.',
} as const;

/** The part of a collection's URL that is its own. */
export const slugSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(collectionLimits.slug, messages.invalid.tooLong),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, collectionMessages.slug),
);

/** Everything that the editor edits. `price` is for all designs together, null without one; `coverId`: null means the first design. */
export const editedCollectionEntries = {
  name: lineSchema(collectionMessages.name, collectionLimits.name),
  slug: slugSchema,
  description: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(collectionLimits.description, messages.invalid.tooLong),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters but the line break are what it refuses
    v.regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, messages.invalid.characters),
  ),
  price: v.nullable(priceSchema),
  designIds: v.pipe(
    v.array(idSchema),
    v.maxLength(limits.collectionDesigns, collectionMessages.tooManyDesigns),
  ),
  coverId: v.nullable(idSchema),
  isPublished: v.boolean(),
};

/** The addresses that a collection had before, the last first. */
const formerSlugsSchema = v.pipe(v.array(slugSchema), v.maxLength(collectionLimits.formerSlugs));

/** A design of a collection. `price` is what it costs now. */
export const collectionDesignSchema = v.object({
  id: idSchema,
  title: v.string(),
  status: v.picklist(designStatuses),
  price: moneySchema,
  image: v.nullable(v.object({ url: v.string(), color: v.string() })),
});
export type CollectionDesign = v.InferOutput<typeof collectionDesignSchema>;

/** A collection in the list. `designs` counts all its designs, `shown` those in the shop. */
export const listedCollectionSchema = v.object({
  id: idSchema,
  slug: v.string(),
  name: v.string(),
  price: v.nullable(moneySchema),
  isPublished: v.boolean(),
  designs: v.number(),
  shown: v.number(),
});
export type ListedCollection = v.InferOutput<typeof listedCollectionSchema>;

export const studioCollectionSchema = v.object({
  id: idSchema,
  version: v.number(),
  slug: v.string(),
  formerSlugs: formerSlugsSchema,
  name: v.string(),
  description: v.string(),
  price: v.nullable(moneySchema),
  coverId: v.nullable(idSchema),
  isPublished: v.boolean(),
  designs: v.array(collectionDesignSchema),
});
export type StudioCollection = v.InferOutput<typeof studioCollectionSchema>;

const editedCollectionSchema = v.object(editedCollectionEntries);
export type EditedCollection = v.InferOutput<typeof editedCollectionSchema>;

/** What the editor edits of a collection. */
export function editedCollection(collection: StudioCollection): EditedCollection {
  const { name, slug, description, price, designs, coverId, isPublished } = collection;
  const designIds = designs.map(({ id }) => id);
  return { name, slug, description, price, designIds, coverId, isPublished };
}

/** A deleted collection, to put it back: `position` is its place in the order, from 0. */
const deletedCollectionSchema = v.object({
  ...editedCollectionEntries,
  formerSlugs: formerSlugsSchema,
  position: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.maxValue(collectionLimits.collections),
  ),
});
export type DeletedCollection = v.InferOutput<typeof deletedCollectionSchema>;

const idParams = v.object({ id: idSchema });
const listSchema = v.object({ items: v.array(listedCollectionSchema) });

export const collectionCalls = {
  collections: {
    method: 'GET',
    path: '/api/studio/collections',
    access: 'studio',
    summary: 'All collections, in order',
    answer: listSchema,
  },
  createCollection: {
    method: 'POST',
    path: '/api/studio/collections',
    access: 'studio',
    isRepeatable: true,
    summary: 'Create an unpublished collection, last in the order',
    body: v.object({ name: editedCollectionEntries.name }),
    answer: studioCollectionSchema,
  },
  collection: {
    method: 'GET',
    path: '/api/studio/collections/{id}',
    access: 'studio',
    summary: 'One collection with its designs',
    params: idParams,
    answer: studioCollectionSchema,
  },
  saveCollection: {
    method: 'PUT',
    path: '/api/studio/collections/{id}',
    access: 'studio',
    summary: 'Save the changed fields of a collection',
    params: idParams,
    body: changedFieldsSchema(editedCollectionEntries, editedCollectionEntries),
    answer: studioCollectionSchema,
  },
  deleteCollection: {
    method: 'DELETE',
    path: '/api/studio/collections/{id}',
    access: 'studio',
    summary: 'Delete a collection; its designs stay',
    params: idParams,
    answer: v.object({ ...messageSchema.entries, deleted: deletedCollectionSchema }),
  },
  restoreCollection: {
    method: 'PUT',
    path: '/api/studio/collections/{id}/restored',
    access: 'studio',
    summary: 'Put back a deleted collection as it was; does nothing if it exists',
    params: idParams,
    body: deletedCollectionSchema,
    answer: studioCollectionSchema,
  },
  orderCollections: {
    method: 'PUT',
    path: '/api/studio/collections-order',
    access: 'studio',
    summary: 'Reorder the collections; CHANGED_MEANWHILE if `ids` isn’t all of them',
    body: v.object({
      ids: v.pipe(
        v.array(idSchema),
        v.maxLength(collectionLimits.collections, messages.invalid.tooLong),
      ),
    }),
    answer: listSchema,
  },
} as const satisfies StudioCalls;
