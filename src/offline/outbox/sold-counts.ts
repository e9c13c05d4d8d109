import type { LicenceCount } from '#contract/shop/licence-count.ts';
import type { OrderItem } from '#contract/shop/order.ts';
import { withNewOp } from './enqueue.ts';
import type { AccountRows, AnsweredCount, SoldGoods } from './rows.ts';

/** The server's answer to an op. */
export interface SendAnswer {
  readonly version: number;
  /** Only for `countSold`. */
  readonly count?: LicenceCount;
}

/** What a buyer counts for a licence, and the design it is for. */
export interface CountIntent {
  readonly opId: string;
  readonly deviceId: string;
  readonly productId: string;
  readonly sold: SoldGoods;
  /** ISO 8601. */
  readonly at: string;
  /** The refused op that is tried again as this one. */
  readonly retried?: string | undefined;
}

/**
 * Adds an op that counts goods. It never replaces another, since each is an entry of the licence's log. A refused
 * op that is no longer there adds nothing: it was tried again from another place, or dismissed. Nor does the undo
 * of a refused op.
 */
export function enqueueCount(
  rows: AccountRows,
  { opId, deviceId, productId, sold, at, retried }: CountIntent,
): AccountRows {
  // A write that was reported as failed was stored after all.
  if (rows.outbox.some((op) => op.opId === opId)) return rows;
  const refused = rows.refused.filter((op) => op.opId !== retried);
  if (retried !== undefined && refused.length === rows.refused.length) return rows;
  if (rows.refused.some((op) => op.opId === sold.undoes)) return rows;
  const change = { kind: 'countSold', args: { productId, sold } } as const;
  return withNewOp({ ...rows, refused }, change, { opId, deviceId, at });
}

/** Keeps the shop's answer, unless one with more entries is known. */
export function withCount(rows: AccountRows, answer: AnsweredCount): AccountRows {
  const known = rows.counts.find(({ licenceId }) => licenceId === answer.licenceId);
  if (known && known.entries > answer.entries) return rows;
  return { ...rows, counts: [...rows.counts.filter((count) => count !== known), answer] };
}

/**
 * Drops the answers in `older`, which were known before the orders with these `items` were asked for: those have
 * more entries, or come from a server that was restored from a backup. An answer with as many entries stays, since
 * another tab may save orders that it asked for earlier.
 */
export function withoutOlderCounts(
  rows: AccountRows,
  older: readonly AnsweredCount[],
  items: readonly Pick<OrderItem, '_id' | 'counted'>[],
): AccountRows {
  const before = new Map(older.map((count) => [count.licenceId, count.entries]));
  const saved = new Map(items.map(({ _id, counted }) => [_id, counted?.entries]));
  const isLeft = ({ licenceId, entries }: AnsweredCount) =>
    before.get(licenceId) !== entries || saved.get(licenceId) === entries;
  return { ...rows, counts: rows.counts.filter(isLeft) };
}
