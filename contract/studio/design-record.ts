import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { byKind, type KeywordKind, keywordsSchema, noKeywords } from '../shop/keywords.ts';
import { tileSchema } from '../shop/product.ts';
import { idSchema, instantSchema, lineSchema, moneySchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import { changedFieldsSchema } from './changed-fields.ts';
import { designLimits, designMessages, designRowSchema, priceSchema } from './designs.ts';
import { typedKeywordsSchema } from './keywords.ts';
import { periodMessages, startsBeforeItEnds, wantedInstantSchema } from './period.ts';
import type { RecordField } from './record-field.ts';

/**
 * What the studio edits of a design, each field described once. Row, API, form, conflicts, spreadsheet, bulk changes and
 * imports are made of this; what is special to a field, such as its place in the editor, is where it is used.
 */

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
const readSale = v.nullable(
  v.object({
    price: moneySchema,
    startsAt: v.nullable(instantSchema),
    endsAt: v.nullable(instantSchema),
  }),
);

const sideSchema = v.pipe(
  v.number(designMessages.tile),
  v.minValue(0.01, designMessages.tile),
  v.maxValue(designLimits.tile, designMessages.tile),
  v.check((side) => Math.abs(side * 100 - Math.round(side * 100)) < 1e-6, designMessages.tile),
);

const sentBackText = v.pipe(
  v.string(),
  v.maxLength(designLimits.description, messages.invalid.tooLong),
);
const sentBackTexts = v.pipe(
  v.array(sentBackText),
  v.maxLength(limits.listLength, messages.invalid.tooLong),
);

const text = {
  stored: 'plain',
  initial: '',
  read: v.string(),
  base: sentBackText,
} satisfies Partial<RecordField>;
const flag = {
  stored: 'flag',
  initial: false,
  edited: v.boolean(),
  read: v.boolean(),
  base: v.boolean(),
} satisfies Partial<RecordField>;

export const designRecord = {
  title: {
    ...text,
    label: 'Title',
    edited: lineSchema(designMessages.title, designLimits.title),
    isImported: true,
  },
  description: {
    ...text,
    label: 'Description',
    edited: v.pipe(v.string(), v.maxLength(designLimits.description, messages.invalid.tooLong)),
    isImported: true,
  },
  sku: {
    ...text,
    label: 'SKU',
    edited: lineSchema(designMessages.sku, designLimits.sku),
    isImported: true,
  },
  price: {
    label: 'Price',
    stored: 'cents',
    edited: priceSchema,
    read: moneySchema,
    base: moneySchema,
    initial: 0,
    isImported: true,
  },
  sale: {
    label: 'Discount',
    edited: v.nullable(saleSchema),
    read: readSale,
    base: readSale,
    initial: null,
    audited: ['salePrice', 'saleStartsAt', 'saleEndsAt'],
    shop: 'other',
  },
  categoryIds: {
    label: 'Categories',
    edited: v.pipe(v.array(idSchema), v.maxLength(50, messages.invalid.tooLong)),
    read: v.array(idSchema),
    base: v.pipe(v.array(idSchema), v.maxLength(limits.listLength, messages.invalid.tooLong)),
    initial: [],
    audited: ['categories'],
    shop: 'other',
  },
  designers: {
    label: 'Designers',
    stored: 'json',
    edited: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(100, messages.invalid.tooLong))),
      v.maxLength(20, messages.invalid.tooLong),
    ),
    read: v.array(v.string()),
    base: sentBackTexts,
    initial: [],
    shop: 'other',
    isImported: true,
  },
  isDesignerFavourite: { ...flag, label: 'Designers’ favourite', shop: 'search', bulk: 'value' },
  isForFabricShops: { ...flag, label: 'Sold to fabric shops', initial: true, bulk: 'value' },
  tile: {
    label: 'Size of one repeat',
    edited: v.nullable(v.object({ width: sideSchema, height: sideSchema })),
    read: v.nullable(tileSchema),
    base: v.nullable(tileSchema),
    initial: null,
    audited: ['tileWidth', 'tileHeight'],
  },
  keywords: {
    label: 'Keywords',
    stored: 'json',
    edited: typedKeywordsSchema,
    read: keywordsSchema,
    base: v.object(byKind(() => sentBackTexts)),
    initial: noKeywords,
    shop: 'search',
    isImported: true,
  },
} satisfies Readonly<Record<string, RecordField>>;

type DesignRecord = typeof designRecord;
export type DesignField = keyof DesignRecord;
export const designFields = Object.keys(designRecord) as readonly DesignField[];

/** The fields of which the record says this, such as `FieldWith<{ isImported: true }>`. */
export type FieldWith<Said extends Partial<RecordField>> = {
  [F in DesignField]: DesignRecord[F] extends Said ? F : never;
}[DesignField];

/**
 * One property of each field.
 * @__NO_SIDE_EFFECTS__
 */
export function ofEach<P extends 'edited' | 'read' | 'base' | 'initial'>(
  property: P,
): { readonly [F in DesignField]: DesignRecord[F][P] } {
  const entries = designFields.map((field) => [field, designRecord[field][property]]);
  return Object.fromEntries(entries) as { [F in DesignField]: DesignRecord[F][P] };
}

const editedEntries = ofEach('edited');

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

/** The fields of a new draft. */
export const newDesign: EditedDesign = ofEach('initial');

/** What the editor saves. Each kind of keywords counts as a field. */
export const saveDesignSchema = changedFieldsSchema(ofEach('base'), editedEntries);
export type SaveDesign = v.InferOutput<typeof saveDesignSchema>;

export const createDesignSchema = v.object({ title: editedEntries.title });

/** A design with everything that can be edited. `publishedAt` is null until it is published for the first time. */
export const designSchema = v.object({
  ...designRowSchema.entries,
  ...ofEach('read'),
  publishedAt: v.nullable(instantSchema),
  /** What it still needs before it can be published: a sentence for each part of the editor. */
  missing: v.record(v.string(), v.string()),
});
export type Design = v.InferOutput<typeof designSchema>;

/** A field; of keywords, each kind. */
export type DesignPath = Exclude<DesignField, 'keywords'> | `keywords.${KeywordKind}`;
export type SheetField = Exclude<DesignPath, 'tile'>;

/** The spreadsheet's columns, in their order: all fields but the size of a repeat. */
export const designSheet: Readonly<Record<SheetField, string>> = {
  title: 'Title',
  sku: 'SKU',
  price: 'Price',
  sale: 'Discounted price',
  categoryIds: 'Categories',
  designers: 'Designers',
  'keywords.motif': 'Motif',
  'keywords.occasion': 'Occasion',
  'keywords.style': 'Style',
  'keywords.color': 'Colour',
  isForFabricShops: 'Fabric shops',
  isDesignerFavourite: 'Favourite',
  description: 'Description (HTML)',
};
export const sheetFields = Object.keys(designSheet) as readonly SheetField[];

export type BulkField = FieldWith<{ bulk: 'value' }>;
