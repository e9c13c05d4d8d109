import * as v from 'valibot';
import { descriptionLimits } from '#contract/shop/description-html.ts';
import { type KeywordKind, type Keywords, keywordKinds } from '#contract/shop/keywords.ts';
import { createDesignSchema, designLimits, designMessages } from '#contract/studio/designs.ts';
import { typedWordsSchema } from '#contract/studio/keywords.ts';
import { lineSchema } from '#contract/wire/fields.ts';
import { toWire } from '#contract/wire/money.ts';
import { parseCents } from '#contract/wire/parse-amount.ts';
import type { DesignFields, PlannedDesign } from '../bulk/plan-design.ts';
import { cleanDescription } from '../clean-description.ts';
import { listText, wordsOf } from './table-text.ts';

/** What the columns need to know besides the design. */
export interface TableContext {
  /** Categories' names by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** A column that can be edited: how a design is written in it, and what a cell would change. */
export interface TableColumn {
  readonly name: string;
  readonly isHtml?: true;
  readonly write: (design: PlannedDesign, context: TableContext) => string;
  /** @throws CellProblem for a text that isn't valid here */
  readonly read: (text: string, design: PlannedDesign, context: TableContext) => DesignFields;
}

/** Why a cell can't be saved. */
export class CellProblem extends Error {}

const skuSchema = lineSchema(designMessages.sku, designLimits.sku);

function checked<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input);
  if (!result.success) throw new CellProblem(result.issues[0].message);
  return result.output;
}

function centsOf(text: string): number {
  const cents = parseCents(text);
  if (cents === null) throw new CellProblem(designMessages.price);
  return cents;
}

const money = (cents: number) => toWire(cents).toFixed(2);

function flag(text: string): number {
  if (/^(?:yes|true|1)$/i.test(text)) return 1;
  if (/^(?:no|false|0|)$/i.test(text)) return 0;
  throw new CellProblem('Enter yes or no.');
}

const flagText = (value: number) => (value ? 'yes' : 'no');

const keywordColumns: Readonly<Record<KeywordKind, string>> = {
  motif: 'Motif',
  occasion: 'Occasion',
  style: 'Style',
  color: 'Colour',
};

function keywordColumn(kind: KeywordKind): TableColumn {
  return {
    name: keywordColumns[kind],
    write: ({ keywords }) => listText((JSON.parse(keywords) as Keywords)[kind]),
    read: (text, { keywords }) => ({
      keywords: JSON.stringify({
        ...(JSON.parse(keywords) as Keywords),
        [kind]: checked(typedWordsSchema, wordsOf(text)),
      }),
    }),
  };
}

/** The columns that can be edited, in their order. */
export const tableColumns: readonly TableColumn[] = [
  {
    name: 'Title',
    write: ({ title }) => title,
    read: (text) => ({ title: checked(createDesignSchema.entries.title, text) }),
  },
  {
    name: 'SKU',
    write: ({ sku }) => sku,
    read: (text) => ({ sku: checked(skuSchema, text) }),
  },
  {
    name: 'Price',
    write: ({ price }) => (price === 0 ? '' : money(price)),
    read: (text) => ({ price: text === '' ? 0 : centsOf(text) }),
  },
  {
    name: 'Discounted price',
    write: ({ salePrice }) => (salePrice === null ? '' : money(salePrice)),
    read: (text) =>
      text === ''
        ? { salePrice: null, saleStartsAt: null, saleEndsAt: null }
        : { salePrice: centsOf(text) },
  },
  {
    name: 'Categories',
    write: ({ categoryIds }, { names }) => listText(categoryIds.map((id) => names.get(id) ?? '')),
    read: (text, _, { names }) => ({
      categoryIds: [...new Set(wordsOf(text).map((name) => categoryNamed(name, names)))],
    }),
  },
  {
    name: 'Designers',
    write: ({ designers }) => listText(JSON.parse(designers) as string[]),
    read: (text) => ({ designers: JSON.stringify([...new Set(wordsOf(text))]) }),
  },
  ...keywordKinds.map(keywordColumn),
  {
    name: 'Fabric shops',
    write: ({ isForFabricShops }) => flagText(isForFabricShops),
    read: (text) => ({ isForFabricShops: flag(text) }),
  },
  {
    name: 'Favourite',
    write: ({ isDesignerFavourite }) => flagText(isDesignerFavourite),
    read: (text) => ({ isDesignerFavourite: flag(text) }),
  },
  {
    name: 'Description (HTML)',
    isHtml: true,
    write: ({ description }) => description,
    read: (text) => {
      const tooMany = `A description can have up to ${designLimits.description} characters.`;
      if (text.length > descriptionLimits.raw) throw new CellProblem(tooMany);
      const description = cleanDescription(text.toWellFormed());
      if (description.length > designLimits.description) throw new CellProblem(tooMany);
      return { description };
    },
  },
];

function categoryNamed(name: string, names: ReadonlyMap<string, string>): string {
  for (const [id, known] of names) if (known.toLowerCase() === name.toLowerCase()) return id;
  throw new CellProblem(`There’s no category “${name.slice(0, 60)}”.`);
}
