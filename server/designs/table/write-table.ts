import type { StudioCallInput } from '#contract/studio/calls.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { byteOrderMark, csvRow } from '#contract/wire/csv.ts';
import type { Reader } from '../../platform/database/open.ts';
import { streamAnswer } from '../../platform/http/stream-answer.ts';
import { categoryNames, readPlanned } from '../bulk/read-planned.ts';
import { matchingDesigns } from '../list-designs.ts';
import { tableColumns } from './table-columns.ts';
import { guardedText } from './table-text.ts';

/** Designs per query and part of the answer. */
const designsAtOnce = 200;

/** The columns that say which design a row is, and which version of it. */
const keyColumns = ['ID', 'Version', 'Status'] as const;

/** The designs that a filter matches, as a CSV to edit in a spreadsheet. */
export function designTable(
  read: Reader,
  filter: StudioCallInput<'designTable'>['query'],
): Response {
  return streamAnswer(rowsOf(read, filter), {
    name: 'designs.csv',
    mediaType: 'text/csv; charset=utf-8',
  });
}

async function* rowsOf(
  read: Reader,
  filter: StudioCallInput<'designTable'>['query'],
): AsyncGenerator<string> {
  const names = tableColumns.map(({ name }) => name);
  yield byteOrderMark + csvRow([...keyColumns, ...names]);
  const categories = await categoryNames(read);
  const found = await matchingDesigns(read, filter)
    .select('products.id')
    .orderBy('products.title')
    .orderBy('products.id')
    .execute();
  const ids = found.map(({ id }) => id);
  for (const some of chunk(ids, designsAtOnce)) {
    const designs = await readPlanned(read, some);
    const rows = some
      .flatMap((id) => designs.get(id) ?? [])
      .map((design) =>
        csvRow([
          // A spreadsheet would take some ids for numbers.
          `#${design.id}`,
          design.version,
          design.status,
          ...tableColumns.map(({ write }) => guardedText(write(design, { names: categories }))),
        ]),
      );
    yield rows.join('');
  }
}
