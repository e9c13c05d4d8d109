import { nextSeq } from './enqueue.ts';
import { byKey, keyOf, makeRows, type Row, type TableName } from './row-tables.ts';
import type { AccountRows, AnsweredCount, ListName, OutboxOp, ServerList } from './rows.ts';
import { inOrder, linesOf, withShownLines } from './shown-list.ts';

const lists: readonly ListName[] = ['cart', 'wishlist'];

/** The `stored` rows without those that `mine` removed since `base`. */
export function withoutGone(
  stored: AccountRows,
  base: AccountRows,
  mine: AccountRows,
): AccountRows {
  return makeRows((table) => {
    const [before, after] = [byKey(table, base[table]), byKey(table, mine[table])];
    const isLeft = (key: string) => after.has(key) || !before.has(key);
    return stored[table].filter((row) => isLeft(keyOf(table, row)));
  });
}

/**
 * Merges one page's changes since `base` (`mine`) into the rows as others have changed them (`stored`).
 * New ops go to the end of the outbox unless they are already there; of two server answers the newer wins.
 */
export function carryOver(stored: AccountRows, base: AccountRows, mine: AccountRows): AccountRows {
  const left = withoutGone(stored, base, mine);
  const brought = { ...mine, outbox: withNewBehind(left, base, mine) };
  let merged = makeRows((table) => {
    const before = byKey(table, base[table]);
    const all = new Map(byKey(table, left[table]));
    for (const row of brought[table]) {
      const key = keyOf(table, row);
      if (before.get(key) !== row && !isOlder(row, all.get(key))) all.set(key, row);
    }
    return [...all.values()];
  });
  for (const list of lists) {
    merged = withShownLines(merged, list, [...linesOf(left, list), ...linesOf(mine, list)]);
  }
  return withKnownObjects(merged, stored);
}

/**
 * Reuses the row objects of `known` wherever they are equal, so that a write reported as failed but
 * committed after all isn't repeated each time, pictures included.
 */
export function withKnownObjects(rows: AccountRows, known: AccountRows): AccountRows {
  return makeRows((table) => {
    const before = byKey(table, known[table]);
    return rows[table].map((row) => {
      const same = before.get(keyOf(table, row));
      return same && saysTheSame(table, same, row) ? same : row;
    });
  });
}

/** A picture never changes once written. */
function saysTheSame(table: TableName, one: Row, other: Row): boolean {
  return one === other || table === 'pictures' || JSON.stringify(one) === JSON.stringify(other);
}

function withNewBehind(left: AccountRows, base: AccountRows, mine: AccountRows): OutboxOp[] {
  const known = new Set(base.outbox.map(({ opId }) => opId));
  const places = new Map(left.outbox.map(({ opId, seq }) => [opId, seq]));
  const first = nextSeq(left);
  const isFresh = ({ opId }: OutboxOp) => !known.has(opId) && !places.has(opId);
  const fresh = inOrder(mine.outbox).filter(isFresh);
  return [
    ...mine.outbox
      .filter((op) => !isFresh(op))
      .map((op) => (known.has(op.opId) ? op : { ...op, seq: places.get(op.opId) ?? op.seq })),
    ...fresh.map((op, index) => ({ ...op, seq: first + index })),
  ];
}

/** Only the server's answers have versions; that of a count is the number of its entries. */
function isOlder(row: Row, than: Row | undefined): boolean {
  return versionOf(row) < versionOf(than);
}

function versionOf(row: Row | undefined): number {
  const { version, entries } = (row ?? {}) as Partial<ServerList & AnsweredCount>;
  return version ?? entries ?? 0;
}
