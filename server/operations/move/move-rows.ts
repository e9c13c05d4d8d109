import { createHash } from 'node:crypto';
import { stopRestoredNewsletters } from '../../newsletters/stop-restored.ts';
import { beginNewSeries } from '../../orders/receipts/new-series.ts';
import { CommandError } from '../../platform/command-error.ts';
import {
  continueCounters,
  copiedTables,
  hasRows,
  insertRows,
  lastRow,
  rowsInOrder,
} from '../../platform/database/copy-rows.ts';
import type { Database, Reader } from '../../platform/database/open.ts';
import { restoreMark } from '../../platform/database/open-database.ts';
import { compareRows, countAllRows, countRows } from '../compare-rows.ts';
import type { OnProgress } from '../progress.ts';

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

/** Lets shops start on the database. After a backup, receipts made since must not share their numbers with new ones, and no newsletter goes out again. */
export async function markFinished(to: Database, isBackup: boolean): Promise<void> {
  await to.write(async (tx) => {
    if (isBackup) {
      await beginNewSeries({ tx, now: new Date() });
      await stopRestoredNewsletters({ tx });
    }
    await tx.deleteFrom('unfinishedMoves').execute();
  });
}

/** Copies the rows that `to` lacks, some at a time in the order of each table's key, so that it can continue. */
export async function moveRows(from: Reader, to: Database, onProgress: OnProgress): Promise<void> {
  const total = await countAllRows(from);
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
 * Compares each table's rows. Returns how many there are.
 * @throws CommandError if a table differs
 */
export async function verifyRows(
  from: Reader,
  to: Reader,
  onProgress: OnProgress,
): Promise<number> {
  const { rows, different } = await compareRows(from, to, onProgress);
  if (different.length === 0) return rows;
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
