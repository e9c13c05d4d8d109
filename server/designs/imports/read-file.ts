import type { AmountUnit, ImportChoices } from '#contract/studio/import-choices.ts';
import { type ImportSource, importRowsMost } from '#contract/studio/imports.ts';
import { Problem } from '../../platform/http/problem.ts';
import { amountsOf, type WrittenAmount } from './amounts.ts';
import { etsyColumns, inEnglish, readEtsy, writtenEtsy } from './etsy.ts';
import { gumroadColumns, readGumroad, writtenGumroad } from './gumroad.ts';
import { noChoices } from './import-choices.ts';
import type { ParsedFile, ParsedSource, SourceRow } from './parsed-file.ts';
import { type CsvRecord, readCsv } from './read-csv.ts';
import { emptyFile, hasMoreFields, tooManyRows } from './receive-csv.ts';
import { readShopify, shopifyColumns, writtenShopify } from './shopify.ts';

type Columns = ReadonlySet<string>;

const hasAll = (columns: Columns, names: readonly string[]) =>
  names.every((name) => columns.has(name));
const hasAny = (columns: Columns, names: readonly string[]) =>
  names.some((name) => columns.has(name));

/** The readers; the first one that fits the file's column names is used. */
const sources: readonly {
  readonly source: ImportSource;
  readonly fits: (columns: Columns) => boolean;
  readonly read: (rows: AsyncIterable<SourceRow>, choices: ImportChoices) => Promise<ParsedSource>;
  readonly written: (get: SourceRow['get']) => WrittenAmount;
  /** What whole numbers are in an export that nobody edited. */
  readonly usual: AmountUnit;
}[] = [
  {
    source: 'shopify',
    fits: (columns) =>
      hasAll(columns, shopifyColumns.needed) &&
      hasAny(columns, shopifyColumns.key) &&
      hasAny(columns, shopifyColumns.price),
    read: readShopify,
    written: writtenShopify,
    usual: 'units',
  },
  {
    source: 'etsy',
    fits: (columns) => hasAll(columns, etsyColumns.needed),
    read: readEtsy,
    written: writtenEtsy,
    usual: 'units',
  },
  {
    source: 'gumroad',
    fits: (columns) =>
      hasAll(columns, gumroadColumns.needed) && hasAny(columns, gumroadColumns.own),
    read: readGumroad,
    written: writtenGumroad,
    usual: 'cents',
  },
];

/** How many column names are shown for a file that no reader fits. */
const maxShownColumns = 12;

/**
 * Reads an import file and detects which shop it comes from.
 * @throws INVALID for a file that can't be read, that no reader fits, or that has no rows or too many
 */
export async function readFile(
  bytes: Buffer,
  choices: ImportChoices = noChoices,
): Promise<ParsedFile & { source: ImportSource }> {
  const records = readCsv(bytes);
  const { value: header } = await records.next();
  if (!header) throw new Problem('INVALID', emptyFile);
  const places = placesOf(inEnglish(header.fields));
  const found = sources.find(({ fits }) => fits(new Set(places.keys())));
  if (!found) throw unknownFile(header.fields);
  const rowsOf = (all: AsyncIterable<CsvRecord>) => sourceRows(all, places, header.fields.length);
  const again = readCsv(bytes);
  await again.next();
  const amounts = await amountsOf(writtenIn(rowsOf(again), found.written), found.usual);
  const reading = await found.read(rowsOf(records), {
    ...choices,
    amounts: choices.amounts ?? amounts.unit,
  });
  if (reading.rows.length === 0) {
    throw new Problem('INVALID', 'This file has a header but no rows.');
  }
  return { ...reading, words: { ...reading.words, amounts }, source: found.source };
}

async function* writtenIn(
  rows: AsyncIterable<SourceRow>,
  written: (get: SourceRow['get']) => WrittenAmount,
): AsyncGenerator<WrittenAmount> {
  for await (const { get } of rows) yield written(get);
}

/** The position of each column by lower-case name, and also with `_` for spaces. */
function placesOf(header: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, text] of header.entries()) {
    const name = text.replace(/\s+/g, ' ').trim().toLowerCase();
    for (const alias of [name, name.replaceAll(' ', '_')]) {
      // The first of several columns with one name counts: spreadsheets append copies.
      if (!places.has(alias)) places.set(alias, place);
    }
  }
  return places;
}

async function* sourceRows(
  records: AsyncIterable<CsvRecord>,
  places: ReadonlyMap<string, number>,
  width: number,
): AsyncGenerator<SourceRow> {
  let count = 0;
  for await (const { row, fields } of records) {
    count += 1;
    if (count > importRowsMost) throw tooManyRows();
    if (hasMoreFields(fields, width)) {
      throw new Problem(
        'INVALID',
        `Row ${row} has more fields than the header. Check its quotation marks and separators.`,
      );
    }
    yield {
      row,
      get(...columns) {
        for (const column of columns) {
          const field = fields[places.get(column) ?? -1]?.trim();
          if (field) return field;
        }
        return '';
      },
    };
  }
}

function unknownFile(header: readonly string[]): Problem {
  const shownColumns = header
    .slice(0, maxShownColumns)
    .map((name) => name.trim().slice(0, 40))
    .join(', ');
  const more = header.length > maxShownColumns ? ' …' : '';
  return new Problem(
    'INVALID',
    `We don’t recognise this file. Use a product export from Shopify, Etsy or Gumroad. Its columns are: ${shownColumns}${more}`,
  );
}
