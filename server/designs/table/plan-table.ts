import { descriptionText } from '#contract/shop/description-html.ts';
import { importRowsMost } from '#contract/studio/imports.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { idPattern } from '#contract/wire/id-pattern.ts';
import { seenText } from '../../platform/audit/record-action.ts';
import type { Reader } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { assertFieldsFit } from '../bulk/apply-design.ts';
import { designsAtOnce, type PlannedRow, storePlan } from '../bulk/plan-change.ts';
import {
  type DesignFields,
  type DesignPlan,
  hasFields,
  type PlannedDesign,
} from '../bulk/plan-design.ts';
import { categoryNames, readPlanned } from '../bulk/read-planned.ts';
import { readCsv } from '../imports/read-csv.ts';
import { receiveCsv, tooManyRows } from '../imports/receive-csv.ts';
import { assertKnownDesigners } from '../save-design.ts';
import { CellProblem, type TableColumn, type TableContext, tableColumns } from './table-columns.ts';
import { isUnedited, plainText } from './table-text.ts';

/** A row of an edited table. */
interface TableRow {
  readonly id: string;
  /** The version that was exported. */
  readonly version: number;
  readonly cells: readonly (readonly [TableColumn, string])[];
}

/**
 * Plans what an edited table would change: for each design the fields whose cells differ, unless somebody
 * changed it after the export. Returns the id of the bulk change.
 * @throws TOO_LARGE; MALFORMED if no bytes arrive; INVALID for a file that isn't such a table
 */
export async function planTable(
  services: Services,
  accountId: string,
  bytes: ReadableStream<Uint8Array>,
  fileName: string,
): Promise<string> {
  const { read } = services.database;
  const content = await receiveCsv(bytes);
  const rows = await readTable(content);
  const title = `Spreadsheet ${fileName || 'designs.csv'}`;
  return storePlan(services, accountId, { title, action: { kind: 'table' } }, plans(read, rows));
}

async function readTable(content: Buffer): Promise<TableRow[]> {
  const records = readCsv(content);
  const first = await records.next();
  const header = first.done ? [] : first.value.fields;
  const names = header.map((name) => name.trim().toLowerCase());
  const [idAt, versionAt] = [names.indexOf('id'), names.indexOf('version')];
  if (idAt < 0 || versionAt < 0) {
    throw new Problem(
      'INVALID',
      'This isn’t a table of designs from this shop: it has no columns “ID” and “Version”.',
    );
  }
  const columns = tableColumns.flatMap((column) => {
    const at = names.indexOf(column.name.toLowerCase());
    return at < 0 ? [] : [{ column, at }];
  });
  const rows: TableRow[] = [];
  const rowOf = new Map<string, number>();
  for await (const { row, fields } of records) {
    const id = (fields[idAt] ?? '').trim().replace(/^#/, '');
    const version = Number(fields[versionAt]);
    if (!idPattern.test(id) || !Number.isSafeInteger(version)) {
      const text = `Row ${row} has no ID and version. Rows can be removed, but not added.`;
      throw new Problem('INVALID', text);
    }
    const same = rowOf.get(id);
    if (same) throw new Problem('INVALID', `Rows ${same} and ${row} are the same design.`);
    rowOf.set(id, row);
    if (rows.length === importRowsMost) throw tooManyRows();
    const cells = columns.map(({ column, at }) => [column, tidy(fields[at] ?? '')] as const);
    rows.push({ id, version, cells });
  }
  if (rows.length === 0) throw new Problem('INVALID', 'This file has a header but no rows.');
  return rows;
}

const namesIn = (json: string) => JSON.parse(json) as string[];

const tidy = (text: string) => text.replaceAll('\r\n', '\n').trim();

async function* plans(
  read: Reader,
  rows: readonly TableRow[],
): AsyncGenerator<readonly PlannedRow[]> {
  const context = { names: await categoryNames(read) };
  for (const some of chunk(rows, designsAtOnce)) {
    const designs = await readPlanned(
      read,
      some.map(({ id }) => id),
    );
    const planned: PlannedRow[] = [];
    for (const row of some) {
      const design = designs.get(row.id);
      planned.push({ id: row.id, design, plan: await planRow(read, row, design, context) });
    }
    yield planned;
  }
}

async function planRow(
  read: Reader,
  { version, cells }: TableRow,
  design: PlannedDesign | undefined,
  context: TableContext,
): Promise<DesignPlan> {
  if (!design) return { kind: 'refused', reason: 'This design doesn’t exist.' };
  let fields: DesignFields = {};
  const changed: TableColumn[] = [];
  for (const [column, cell] of cells) {
    if (isUnedited(cell, tidy(column.write(design, context)))) continue;
    try {
      const wanted = column.read(plainText(cell), { ...design, ...fields }, context);
      if (hasFields(design, wanted)) continue;
      fields = { ...fields, ...wanted };
      changed.push(column);
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      return { kind: 'refused', reason: `${column.name}: ${error.message}` };
    }
  }
  if (changed.length === 0) return { kind: 'unchanged' };
  if (design.version !== version) {
    const reason = 'Someone changed it after the export. Export it again.';
    return { kind: 'refused', reason };
  }
  try {
    await assertFieldsFit(read, design, fields);
    if (fields.designers !== undefined) {
      await assertKnownDesigners(read, namesIn(design.designers), namesIn(fields.designers));
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: 'refused', reason: error.message };
  }
  const next = { ...design, ...fields };
  const describe = (of: PlannedDesign) =>
    changed.map((column) => `${column.name}: ${shown(column, of, context)}`).join('\n');
  return { kind: 'change', fields, before: describe(design), after: describe(next) };
}

/** A value as the preview shows it. */
function shown({ write, isHtml }: TableColumn, of: PlannedDesign, context: TableContext): string {
  const text = write(of, context);
  return seenText((isHtml ? descriptionText(text) : text).trim()) || '—';
}
