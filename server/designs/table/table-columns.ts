import * as v from 'valibot';
import { descriptionLimits } from '#contract/shop/description-html.ts';
import type { KeywordKind, Keywords } from '#contract/shop/keywords.ts';
import {
  designRecord,
  designSheet,
  type SheetField,
  sheetFields,
} from '#contract/studio/design-record.ts';
import { designLimits, designMessages } from '#contract/studio/designs.ts';
import { typedWordsSchema } from '#contract/studio/keywords.ts';
import type { RecordField, StoredAs } from '#contract/studio/record-field.ts';
import { toWire } from '#contract/wire/money.ts';
import { parseAmount, parseCents } from '#contract/wire/parse-amount.ts';
import { readFields } from '../../catalogue/design-columns.ts';
import { writeStored } from '../../platform/database/stored-values.ts';
import type { DesignFields, PlannedDesign } from '../bulk/plan-design.ts';
import { cleanDescription } from '../clean-description.ts';
import { listText, wordsOf } from './table-text.ts';

/** What the columns need to know besides the design. */
export interface TableContext {
  /** Categories' names by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** How a design is written in a cell, and what a cell would change. */
interface Cell {
  readonly isHtml?: true;
  readonly write: (design: PlannedDesign, context: TableContext) => string;
  /** @throws CellProblem for a text that isn't valid here */
  readonly read: (text: string, design: PlannedDesign, context: TableContext) => DesignFields;
}

/** A column that can be edited. */
export interface TableColumn extends Cell {
  readonly name: string;
}

/** Why a cell can't be saved. */
export class CellProblem extends Error {}

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

function flag(text: string): boolean {
  if (/^(?:yes|true|1)$/i.test(text)) return true;
  if (/^(?:no|false|0|)$/i.test(text)) return false;
  throw new CellProblem('Enter yes or no.');
}

function keywordCell(kind: KeywordKind): Cell {
  return {
    write: ({ keywords }) => listText((JSON.parse(keywords) as Keywords)[kind]),
    read: (text, { keywords }) => ({
      keywords: JSON.stringify({
        ...(JSON.parse(keywords) as Keywords),
        [kind]: checked(typedWordsSchema, wordsOf(text)),
      }),
    }),
  };
}

/** The cells of fields that aren't written as they are stored. */
const ownCells = {
  sale: {
    write: ({ salePrice }) => (salePrice === null ? '' : money(salePrice)),
    read: (text) =>
      text === ''
        ? { salePrice: null, saleStartsAt: null, saleEndsAt: null }
        : { salePrice: centsOf(text) },
  },
  categoryIds: {
    write: ({ categoryIds }, { names }) => listText(categoryIds.map((id) => names.get(id) ?? '')),
    read: (text, _, { names }) => ({
      categoryIds: [...new Set(wordsOf(text).map((name) => categoryNamed(name, names)))],
    }),
  },
  designers: {
    write: ({ designers }) => listText(JSON.parse(designers) as string[]),
    read: (text) => ({ designers: JSON.stringify([...new Set(wordsOf(text))]) }),
  },
  'keywords.motif': keywordCell('motif'),
  'keywords.occasion': keywordCell('occasion'),
  'keywords.style': keywordCell('style'),
  'keywords.color': keywordCell('color'),
  description: {
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
} satisfies Partial<Record<SheetField, Cell>>;

/** The cell of a field with one text, amount, or yes or no. */
function plainCell(field: Exclude<SheetField, keyof typeof ownCells>): Cell {
  const { edited, stored }: RecordField & { stored: StoredAs } = designRecord[field];
  return {
    write: (design) => cellText(readFields(design, [field])[field]),
    read: (text) => ({ [field]: writeStored(checked(edited, valueIn(text, stored)), stored) }),
  };
}

function cellText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value === 0 ? '' : value.toFixed(2);
  return value;
}

function valueIn(text: string, stored: StoredAs): string | number | boolean {
  if (stored === 'flag') return flag(text);
  if (stored === 'cents') return text === '' ? 0 : parseAmount(text);
  return text;
}

const hasOwnCell = (field: SheetField): field is keyof typeof ownCells => field in ownCells;

/** The columns that can be edited, in their order. */
export const tableColumns: readonly TableColumn[] = sheetFields.map((field) => ({
  name: designSheet[field],
  ...(hasOwnCell(field) ? ownCells[field] : plainCell(field)),
}));

function categoryNamed(name: string, names: ReadonlyMap<string, string>): string {
  for (const [id, known] of names) if (known.toLowerCase() === name.toLowerCase()) return id;
  throw new CellProblem(`There’s no category “${name.slice(0, 60)}”.`);
}
