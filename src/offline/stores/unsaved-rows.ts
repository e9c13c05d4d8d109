import { carryOver, withoutGone } from '#offline/outbox/carry-over.ts';
import { byKey, keyOf, makeRows } from '#offline/outbox/row-tables.ts';
import {
  type AccountRows,
  emptyRows,
  type ListName,
  type OutboxOp,
  opKinds,
} from '#offline/outbox/rows.ts';
import { linesOf, withLines, withShownLines } from '#offline/outbox/shown-list.ts';
import type { StoreTrouble } from './account-store.ts';

const lists: readonly ListName[] = ['cart', 'wishlist'];

/** Rows that the device can't store now, and the stored rows they are based on. */
export interface UnsavedRows {
  readonly trouble: StoreTrouble;
  /** The stored rows, as last read before the trouble began; null: never read. */
  readonly base: AccountRows | null;
  /** Ops that were sent from memory while the stored rows were unread. */
  readonly sent: readonly OutboxOp[];
  /** What failed writes tried to add. The database may have stored it nevertheless. */
  readonly unsure: AccountRows;
  readonly rows: AccountRows;
}

/** The rows of `after` whose keys `before` doesn't have: what a write adds, not what other tabs had stored. */
export function addedRows(before: AccountRows, after: AccountRows): AccountRows {
  return makeRows((table) => {
    const known = byKey(table, before[table]);
    return after[table].filter((row) => !known.has(keyOf(table, row)));
  });
}

/** Records that a failed write tried to add these rows. */
export function withUnsure(unsaved: UnsavedRows, added: AccountRows): UnsavedRows {
  const fresh = addedRows(unsaved.unsure, added);
  const unsure = makeRows((table) => [...unsaved.unsure[table], ...fresh[table]]);
  return { ...unsaved, unsure };
}

/** The result of a change of the unsaved rows. */
export function withRows(unsaved: UnsavedRows, rows: AccountRows): UnsavedRows {
  if (unsaved.base) return { ...unsaved, rows };
  const left = new Set([...rows.outbox, ...rows.refused].map(({ opId }) => opId));
  const gone = unsaved.rows.outbox.filter(({ opId }) => !left.has(opId));
  return { ...unsaved, rows, sent: [...unsaved.sent, ...gone] };
}

/** Bases unsaved rows on the stored rows if those were never read before. */
export function withBase(unsaved: UnsavedRows, stored: AccountRows): UnsavedRows {
  if (unsaved.base) return unsaved;
  return { ...unsaved, base: stored, sent: [], rows: withUnsaved(stored, unsaved) };
}

/** Merges the unsaved changes into the stored rows. */
export function withUnsaved(stored: AccountRows, unsaved: UnsavedRows): AccountRows {
  return carryOver(withoutLate(stored, unsaved), unsaved.base ?? emptyRows, unsaved.rows);
}

/**
 * The stored rows without what was sent or undone since, so that it isn't sent again from there.
 * It only deletes, for which a full device may have room. A line stays as long as the stored rows call for
 * it: a removal that isn't stored must not look like one that is.
 */
export function withoutSettled(stored: AccountRows, unsaved: UnsavedRows): AccountRows {
  let left = withoutGone(withoutLate(stored, unsaved), unsaved.base ?? emptyRows, unsaved.rows);
  for (const list of lists) {
    const lines = linesOf(stored, list);
    const called = linesOf(withShownLines(left, list, lines), list);
    const ids = new Set([...linesOf(left, list), ...called].map(({ productId }) => productId));
    left = withLines(
      left,
      list,
      lines.filter(({ productId }) => ids.has(productId)),
    );
  }
  return left;
}

/**
 * The stored rows without what failed writes may have added and later changes removed, and without unread ops for
 * a design that was changed from memory since: sent now, they would undo that change.
 */
function withoutLate(stored: AccountRows, { unsure, rows, sent }: UnsavedRows): AccountRows {
  const left = withoutGone(stored, unsure, rows);
  const changed = new Set(sent.map(targetOf));
  return { ...left, outbox: left.outbox.filter((op) => !changed.has(targetOf(op))) };
}

/** What an op changes; each count is an entry of its own. */
function targetOf({ opId, kind, args }: OutboxOp): string {
  const { list } = opKinds[kind];
  return list === null ? opId : `${list} ${args.productId}`;
}
