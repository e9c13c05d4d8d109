import type { LicenceCount } from '#contract/shop/licence-count.ts';
import type { AccountRows, RefusedOp } from '#offline/outbox/rows.ts';
import { inOrder } from '#offline/outbox/shown-list.ts';

/** What this device knows about the counts of an account's licences, besides the saved orders. */
export interface SoldView {
  /** What the shop answered since the orders were saved, by licence. */
  readonly answered: ReadonlyMap<string, LicenceCount>;
  /** The counts that the shop hasn't acknowledged. */
  readonly waiting: readonly {
    readonly opId: string;
    readonly licenceId: string;
    readonly delta: number;
  }[];
  /** The counts that the shop refused, oldest first. */
  readonly refused: readonly RefusedOp[];
}

export const nothingSold: SoldView = { answered: new Map(), waiting: [], refused: [] };

export function soldViewOf(rows: AccountRows): SoldView {
  return {
    answered: new Map(rows.counts.map((count) => [count.licenceId, count])),
    waiting: rows.outbox.flatMap((op) =>
      op.kind === 'countSold' ? [{ opId: op.opId, ...op.args.sold }] : [],
    ),
    refused: inOrder(rows.refused).filter(({ sold }) => sold !== undefined),
  };
}

/**
 * How many goods were sold under a licence: the newest answer of the shop, and what waits on this device. A count
 * whose answer was lost waits too, but the shop names it among its newest entries. `counted`: of the saved orders.
 */
export function soldUnder(
  { answered, waiting }: SoldView,
  licenceId: string,
  counted: LicenceCount,
): number {
  const answer = answered.get(licenceId) ?? counted;
  const { sold, recent } = answer.entries > counted.entries ? answer : counted;
  const known = new Set(recent);
  return waiting
    .filter((op) => op.licenceId === licenceId && !known.has(op.opId))
    .reduce((sum, { delta }) => sum + delta, sold);
}
