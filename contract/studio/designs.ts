import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { descriptionLimits } from '../shop/description-html.ts';
import { byKind, keywordsSchema } from '../shop/keywords.ts';
import { tileSchema } from '../shop/product.ts';
import { idSchema, instantSchema, lineSchema, moneySchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import { changedFieldsSchema } from './changed-fields.ts';
import { typedKeywordsSchema } from './keywords.ts';
import { periodMessages, startsBeforeItEnds, wantedInstantSchema } from './period.ts';

/** Designs as the studio edits them. The shop never loads this. */

/** `draft` was never for sale, `retired` no longer is. Only `published` designs are in the shop. */
export const designStatuses = ['draft', 'published', 'retired'] as const;
export type DesignStatus = (typeof designStatuses)[number];

export const designSorts = [
  'updated',
  'title',
  'price-low-high',
  'price-high-low',
  'most-sold',
] as const;
export type DesignSort = (typeof designSorts)[number];

/** What a design can lack before it can be published. */
export const designParts = ['price', 'categoryIds', 'designers', 'images', 'files'] as const;
export type DesignPart = (typeof designParts)[number];

/** The filters of the list. `missing` is a part that the designs lack; `nothing`: they lack none. */
export const designFilterEntries = {
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200, messages.invalid.tooLong)), ''),
  status: v.optional(v.picklist(designStatuses, messages.invalid.fields)),
  missing: v.optional(v.picklist([...designParts, 'nothing'], messages.invalid.fields)),
};

export const designLimits = {
  title: 120,
  sku: 40,
  categoryName: 60,
  /** Characters of a description's HTML. */
  description: descriptionLimits.stored,
  /** A repeat's side, in inches. */
  tile: 200,
} as const;

export const designMessages = {
  title: 'A title is required.',
  sku: 'A SKU is required.',
  skuTaken: 'Another design already uses this SKU.',
  price: 'Enter a price in dollars, such as 12.50.',
  saleNotLower: 'The discounted price must be lower than the price.',
  tile: `Enter a size from 0.01 to ${designLimits.tile} inches.`,
  categoryName: 'Enter a name.',
  wasShown: 'Only drafts that were never published can be deleted.',
  isCommissioned:
    'This design was drawn for a custom request. It can’t be in the shop, nor be deleted.',
  draftRetired: 'A draft isn’t in the shop, so it can’t be retired.',
  categoryUsed: 'This category still has designs. Remove them from it first.',
  categoryTaken: 'A category with this name already exists.',
} as const;

/** A price as it is typed. */
export const priceSchema = v.pipe(
  v.number(designMessages.price),
  v.check((amount) => v.is(moneySchema, amount), designMessages.price),
);

/** A discount: its price and its period. Null: starts now, or has no end. */
const saleSchema = v.pipe(
  v.object({
    price: priceSchema,
    startsAt: v.nullable(wantedInstantSchema),
    endsAt: v.nullable(wantedInstantSchema),
  }),
  v.forward(
    v.check((sale) => startsBeforeItEnds(sale), periodMessages.order),
    ['endsAt'],
  ),
);

const sideSchema = v.pipe(
  v.number(designMessages.tile),
  v.minValue(0.01, designMessages.tile),
  v.maxValue(designLimits.tile, designMessages.tile),
  v.check((side) => Math.abs(side * 100 - Math.round(side * 100)) < 1e-6, designMessages.tile),
);

const editedEntries = {
  title: lineSchema(designMessages.title, designLimits.title),
  description: v.pipe(v.string(), v.maxLength(designLimits.description, messages.invalid.tooLong)),
  sku: lineSchema(designMessages.sku, designLimits.sku),
  price: priceSchema,
  sale: v.nullable(saleSchema),
  categoryIds: v.pipe(v.array(idSchema), v.maxLength(50, messages.invalid.tooLong)),
  designers: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(100, messages.invalid.tooLong))),
    v.maxLength(20, messages.invalid.tooLong),
  ),
  isDesignerFavourite: v.boolean(),
  isForFabricShops: v.boolean(),
  tile: v.nullable(v.object({ width: sideSchema, height: sideSchema })),
  keywords: typedKeywordsSchema,
};

/** Everything that the editor edits. */
export const editedDesignSchema = v.pipe(
  v.object(editedEntries),
  v.forward(
    v.partialCheck(
      [['price'], ['sale', 'price']],
      ({ price, sale }) => sale === null || sale.price < price,
      designMessages.saleNotLower,
    ),
    ['sale', 'price'],
  ),
);
export type EditedDesign = v.InferOutput<typeof editedDesignSchema>;
export type DesignField = keyof EditedDesign;

/** The same as the studio reads it. */
const readEntries = {
  title: v.string(),
  description: v.string(),
  sku: v.string(),
  price: moneySchema,
  sale: v.nullable(
    v.object({
      price: moneySchema,
      startsAt: v.nullable(instantSchema),
      endsAt: v.nullable(instantSchema),
    }),
  ),
  categoryIds: v.array(idSchema),
  designers: v.array(v.string()),
  isDesignerFavourite: v.boolean(),
  isForFabricShops: v.boolean(),
  tile: v.nullable(tileSchema),
  keywords: keywordsSchema,
};

const sentBackText = v.pipe(
  v.string(),
  v.maxLength(designLimits.description, messages.invalid.tooLong),
);
const sentBackTexts = v.pipe(
  v.array(sentBackText),
  v.maxLength(limits.listLength, messages.invalid.tooLong),
);

/** The same as the editor sends it back; limited, but never stricter than what could be read. */
const baseEntries = {
  ...readEntries,
  title: sentBackText,
  description: sentBackText,
  sku: sentBackText,
  categoryIds: v.pipe(v.array(idSchema), v.maxLength(limits.listLength, messages.invalid.tooLong)),
  designers: sentBackTexts,
  keywords: v.object(byKind(() => sentBackTexts)),
};

/** What the editor saves. Each kind of keywords counts as a field. */
export const saveDesignSchema = changedFieldsSchema(baseEntries, editedEntries);
export type SaveDesign = v.InferOutput<typeof saveDesignSchema>;

export const createDesignSchema = v.object({ title: editedEntries.title });

/** The main facts of a design. `discountedPrice` is the current one. */
export const designRowSchema = v.object({
  id: idSchema,
  version: v.number(),
  title: v.string(),
  sku: v.string(),
  status: v.picklist(designStatuses),
  price: moneySchema,
  discountedPrice: v.nullable(moneySchema),
  isDesignerFavourite: v.boolean(),
  salesCount: v.number(),
  /** Its first picture. */
  image: v.nullable(v.object({ url: v.string(), color: v.string() })),
  updatedAt: instantSchema,
});
export type DesignRow = v.InferOutput<typeof designRowSchema>;

/** A design in the list, with what it lacks before it can be published; a published one lacks nothing. */
export const listedDesignSchema = v.object({
  ...designRowSchema.entries,
  lacks: v.array(v.picklist(designParts)),
});
export type ListedDesign = v.InferOutput<typeof listedDesignSchema>;

/** What is still missing before a design can be published: a sentence for each part of the editor. */
const missingSchema = v.record(v.string(), v.string());

/** A design with everything that can be edited. `publishedAt` is null until it is published for the first time. */
export const designSchema = v.object({
  ...designRowSchema.entries,
  ...readEntries,
  publishedAt: v.nullable(instantSchema),
  missing: missingSchema,
});
export type Design = v.InferOutput<typeof designSchema>;

/** A category with its number of designs, whatever their status. */
export const designCategorySchema = v.object({
  id: idSchema,
  name: v.string(),
  designs: v.number(),
});
export type DesignCategory = v.InferOutput<typeof designCategorySchema>;

export const categoryBodySchema = v.object({
  name: lineSchema(designMessages.categoryName, designLimits.categoryName),
});
