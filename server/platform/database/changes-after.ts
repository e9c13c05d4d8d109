import type { Selectable } from 'kysely';
import type { Reader } from './open.ts';
import type { Tables } from './tables.ts';

export type CatalogueChange = Selectable<Tables['catalogueChanges']>;

/**
 * How many marks there are. A cursor has them as its last six digits: up to a billion changes it stays a number of at
 * most 15 digits, which is what earlier versions of the shop and of its worker compare.
 */
export const marks = 1_000_000;

/** How many of the newest marked changes stay in the database, and so how far back a cursor is known. */
export const keptMarks = 10_000;

/** The cursor of those who know no change. */
export const firstCursor = '0';

/**
 * Names a change: its number, and the mark that tells it from another one which got that number after the database was
 * restored, or replaced by one that lacked the newest changes. One without a mark is told by its time.
 */
export function cursorOf({ seq, mark, changedAt }: CatalogueChange): string {
  return String(seq * marks + (mark ?? (Date.parse(changedAt) % marks || 0)));
}

/** The number of the change that a cursor names. */
export function changeNumber(cursor: string): number {
  return Math.floor(Number(cursor) / marks);
}

/**
 * The changes after the one that `cursor` names, oldest first. If the database doesn't have that one, `isFromStart` is
 * true: what was read before may be of changes that are lost, so these are the changes from the first.
 */
export async function changesAfter(
  read: Reader,
  cursor: string,
  most = Number.MAX_SAFE_INTEGER - 1,
): Promise<{ readonly changes: readonly CatalogueChange[]; readonly isFromStart: boolean }> {
  const from = (seq: number, limit: number) =>
    read
      .selectFrom('catalogueChanges')
      .selectAll()
      .where('seq', '>=', seq)
      .orderBy('seq')
      .limit(limit)
      .execute();
  if (cursor !== firstCursor) {
    const [last, ...changes] = await from(changeNumber(cursor), most + 1);
    if (last && cursorOf(last) === cursor) return { changes, isFromStart: false };
  }
  return { changes: await from(0, most), isFromStart: true };
}
