import type { Selectable } from 'kysely';
import {
  designFields,
  designRecord,
  type EditedDesign,
  type FieldWith,
} from '#contract/studio/design-record.ts';
import type { RecordField, StoredAs } from '#contract/studio/record-field.ts';
import { fromWire } from '#contract/wire/money.ts';
import { readStored, writeStored } from '../platform/database/stored-values.ts';
import type { Tables } from '../platform/database/tables.ts';

type DesignRow = Selectable<Tables['products']>;
type StoredField = FieldWith<{ stored: StoredAs }>;
type ShownField = Exclude<StoredField, FieldWith<{ shop: 'other' }>>;

/** The fields that imports set. */
export type ImportedField = StoredField & FieldWith<{ isImported: true }>;

/** The columns that the editor's fields are stored in. */
export type DesignColumns = Pick<
  DesignRow,
  StoredField | 'salePrice' | 'saleStartsAt' | 'saleEndsAt' | 'tileWidth' | 'tileHeight'
>;

const said = (field: keyof typeof designRecord): RecordField => designRecord[field];

/** The fields that have a column of their own name, and those that buyers see as they are. */
export const storedFields = designFields.filter(
  (field): field is StoredField => said(field).stored !== undefined,
);
export const shownFields = storedFields.filter(
  (field): field is ShownField => said(field).shop !== 'other',
);

/** Some fields of a design that have a column of their own name. */
export function readFields<F extends StoredField>(
  row: Pick<DesignRow, F>,
  fields: readonly F[],
): Pick<EditedDesign, F> {
  const entries = fields.map((field) => [
    field,
    readStored(row[field], designRecord[field].stored),
  ]);
  // The record says how each is stored.
  return Object.fromEntries(entries) as Pick<EditedDesign, F>;
}

/** What the editor edits as it is stored, without the categories, which have rows of their own. */
export function columnsOf({ sale, tile, ...design }: EditedDesign): DesignColumns {
  const columns = designFields.map((field) => {
    switch (field) {
      case 'categoryIds':
        return {};
      case 'sale':
        return {
          salePrice: sale === null ? null : fromWire(sale.price),
          saleStartsAt: sale?.startsAt ?? null,
          saleEndsAt: sale?.endsAt ?? null,
        };
      case 'tile':
        return {
          tileWidth: tile === null ? null : Math.round(tile.width * 100),
          tileHeight: tile === null ? null : Math.round(tile.height * 100),
        };
      default:
        return { [field]: writeStored(design[field], designRecord[field].stored) };
    }
  });
  return Object.assign({}, ...columns) as DesignColumns;
}
