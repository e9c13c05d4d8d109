import { createHash } from 'node:crypto';
import { counted, grouped } from '#contract/wire/counted.ts';
import { CommandError } from '../../platform/command-error.ts';
import {
  type CopiedTable,
  continueCounters,
  copiedTables,
  hasRows,
  insertRows,
  lastRow,
  type Row,
  rowsInOrder,
} from '../../platform/database/copy-rows.ts';
import type { Database, Reader } from '../../platform/database/open.ts';
import { restoreMark } from '../../platform/database/open-database.ts';
import type { OnMoveProgress } from './move-progress.ts';

/** Whether the rows have yet to be copied, or a move that was interrupted at its very end has copied all. */
export type TargetState = 'to be copied' | 'copied';

/**
 * Marks `to` as having only a part of the shop in `from`, so that no shop starts on it and this move continues.
 * @throws CommandError if it has other data, or if `from` is itself only a part
 */
export async function markUnfinished(from: Database, to: Database): Promise<TargetState> {
  const part = await from.read.selectFrom('unfinishedMoves').select('shop').executeTakeFirst();
  if (part) throw onlyPart('In the database to move from');
  const shop = await shopOf(from.read);
  return to.write(async (tx) => {
    const marks = await tx.selectFrom('unfinishedMoves').select('shop').execute();
    if (marks.some((mark) => mark.shop === shop)) return 'to be copied';
    if (await hasRows(tx)) {
      if (marks.some((mark) => mark.shop === restoreMark)) throw otherData();
      if (marks.length > 0) throw partOfAnother();
      if ((await shopOf(tx)) !== shop) throw otherData();
      return 'copied';
    }
    // A move of another shop may have been killed before it copied a row.
    await tx.deleteFrom('unfinishedMoves').execute();
    await tx.insertInto('unfinishedMoves').values({ shop }).execute();
    return 'to be copied';
  });
}

/** Lets shops start on the database. */
export async function markFinished(to: Database): Promise<void> {
  await to.write((tx) => tx.deleteFrom('unfinishedMoves').execute());
}

/** Copies the rows that `to` lacks, some at a time in the order of each table's key, so that it can continue. */
export async function moveRows(
  from: Reader,
  to: Database,
  onProgress: OnMoveProgress,
): Promise<void> {
  const total = await countAll(from);
  let done = 0;
  for (const table of copiedTables) {
    const last = await lastRow(to.read, table);
    if (last) done += await countRows(to.read, table);
    for await (const rows of rowsInOrder(from, table, last)) {
      await to.write((tx) => insertRows(tx, table, rows));
      done += rows.length;
      onProgress({ step: 'copying rows', what: table, done, total });
    }
  }
  await to.write(continueCounters);
  onProgress({ step: 'copying rows', what: '', done, total });
}

/**
 * Compares each table's number of rows and their digest. Returns how many rows there are.
 * @throws CommandError if a table differs
 */
export async function verifyRows(
  from: Reader,
  to: Reader,
  onProgress: OnMoveProgress,
): Promise<number> {
  const total = await countAll(from);
  const different: string[] = [];
  let done = 0;
  for (const table of copiedTables) {
    const [source, copy] = await Promise.all([digestOf(from, table), digestOf(to, table)]);
    done += source.rows;
    onProgress({ step: 'checking rows', what: table, done: Math.min(done, total), total });
    if (source.rows !== copy.rows) {
      different.push(`${table}: ${counted(source.rows, 'row')} here, ${grouped(copy.rows)} there`);
    } else if (source.sha256 !== copy.sha256) different.push(`${table}: its rows differ`);
  }
  onProgress({ step: 'checking rows', what: '', done: total, total });
  if (different.length === 0) return done;
  throw new CommandError(
    `The rows there are not those of this shop. Nothing was switched. Stop what changes them, empty the target and move again.\n${different.join('\n')}`,
  );
}

/**
 * Identifies a shop: its signing key, which no other has, but not in a form that signs.
 * @throws CommandError if there is none
 */
export async function shopOf(reader: Reader): Promise<string> {
  const row = await reader
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'signingKey')
    .executeTakeFirst();
  if (!row)
    throw new CommandError('There is no shop to move: it was never started, or is elsewhere.');
  return createHash('sha256').update(row.value).digest('hex');
}

/** `where`: in words, at the beginning of a sentence. */
export function onlyPart(where: string): CommandError {
  return new CommandError(
    `${where} is only a part of a shop, because a move or a restore into it was interrupted. Run that again first.`,
  );
}

function otherData(): CommandError {
  return new CommandError(
    'The database to move into has other data, and a move never overwrites any. Name an empty database, or with --back move pinwheel.sqlite out of DATA_DIR.',
  );
}

function partOfAnother(): CommandError {
  return new CommandError(
    'The database to move into has a part of another shop, because its move was interrupted. Run that move again; it continues. Or name an empty database.',
  );
}

async function digestOf(
  reader: Reader,
  table: CopiedTable,
): Promise<{ readonly rows: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of rowsInOrder(reader, table)) {
    for (const row of rows) hash.update(canonical(row));
    count += rows.length;
  }
  return { rows: count, sha256: hash.digest('hex') };
}

/** The same text for equal rows, whichever order their columns have. */
function canonical(row: Row): string {
  return JSON.stringify(
    Object.keys(row)
      .sort()
      .map((column) => [column, row[column]]),
  );
}

async function countAll(reader: Reader): Promise<number> {
  let total = 0;
  for (const table of copiedTables) total += await countRows(reader, table);
  return total;
}

async function countRows(reader: Reader, table: CopiedTable): Promise<number> {
  const { count } = await reader
    .selectFrom(table as 'settings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
