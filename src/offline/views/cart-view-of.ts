import type { AccountRows, ListLine } from '#offline/outbox/rows.ts';
import { inOrder, pendingOps } from '#offline/outbox/shown-list.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { type CartView, totalsOfLines } from './cart-view.ts';

export function cartViewOf(
  rows: AccountRows,
  accountId: string | null,
  { trouble, isRead }: Pick<AccountStore, 'trouble' | 'isRead'>,
): CartView {
  const lines = inCartOrder(rows.cartLines);
  const server = rows.serverSets.find(({ name }) => name === 'cart');
  const coupon = server?.cart?.appliedCoupon ?? null;
  const ops = pendingOps(rows, 'cart');
  const waiting = accountId === null ? [] : ops;
  const touched = new Set([...lines, ...ops.map((op) => op.args)].map((one) => one.productId));
  const isSettled = waiting.length === 0 && server?.cart?.version === server?.version;
  const couponTotal = coupon && isSettled ? (server?.cart?.totalPrice ?? null) : null;
  return {
    accountId,
    lines,
    appliedCoupon: coupon,
    isCouponCounted: couponTotal !== null,
    couponProblem: server?.cart?.couponProblem ?? null,
    waitingCode: server?.cart?.waitingCode ?? null,
    totals: totalsOfLines(lines, couponTotal),
    waiting: waiting.length,
    unsentIds: new Set(ops.map((op) => op.args.productId)),
    problem: waiting[0]?.problem ?? null,
    refused: inOrder(rows.refused),
    removed: (server?.cart?.removed ?? []).filter(({ line }) => !touched.has(line.productId)),
    answeredAt: server?.answeredAt ?? null,
    trouble,
    isRead,
    isLoaded: (isRead || lines.length > 0) && (accountId === null || server !== undefined),
    isUnanswered: false,
  };
}

function inCartOrder(lines: readonly ListLine[]): readonly ListLine[] {
  return lines.toSorted((a, b) =>
    a.addedAt === b.addedAt ? (a.productId < b.productId ? -1 : 1) : a.addedAt < b.addedAt ? -1 : 1,
  );
}
