import { type CartView, totalsOfLines } from './cart-view.ts';
import type { AccountRows, SetLine } from './rows.ts';
import { waitingOf } from './visible-set.ts';

/** The cart of these rows. */
export function cartViewOf(rows: AccountRows, accountId: string | null, isKept: boolean): CartView {
  const lines = inCartOrder(rows.cartLines);
  const server = rows.serverSets.find(({ name }) => name === 'cart');
  const coupon = server?.cart?.appliedCoupon ?? null;
  const waiting = accountId === null ? [] : waitingOf(rows, 'cart');
  const isSettled = server?.cart && waiting.length === 0 && server.answeredAt !== null;
  return {
    accountId,
    lines,
    cartId: server?.cart?.cartId ?? null,
    appliedCoupon: coupon,
    totals: totalsOfLines(lines, coupon, isSettled ? (server.cart?.totalPrice ?? null) : null),
    waiting: waiting.length,
    problem: waiting[0]?.lastProblem ?? null,
    refused: rows.refused,
    answeredAt: server?.answeredAt ?? null,
    isKept,
    isLoaded: true,
  };
}

function inCartOrder(lines: readonly SetLine[]): readonly SetLine[] {
  return lines.toSorted((a, b) =>
    a.addedAt === b.addedAt ? (a.productId < b.productId ? -1 : 1) : a.addedAt < b.addedAt ? -1 : 1,
  );
}
