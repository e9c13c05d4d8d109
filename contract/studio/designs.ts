import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { descriptionLimits } from '../shop/description-html.ts';
import { idSchema, instantSchema, lineSchema, moneySchema } from '../wire/fields.ts';

/** Designs as the studio lists them; `design-record.ts` is what it edits of one. The shop never loads this. */

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
  /** When a draft is published by itself; `hasFailed`: it wasn't complete then. */
  publication: v.optional(
    v.nullable(v.object({ at: instantSchema, hasFailed: v.boolean() })),
    null,
  ),
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
