import type { AppliedCoupon } from '#contract/shop/coupon.ts';
import { totalsOf } from '#contract/shop/totals.ts';
import { fromWire, toWire } from '#contract/wire/money.ts';
import type { ListLine, OpProblem, RefusedOp, RemovedLine } from '#offline/outbox/rows.ts';
import type { StoreTrouble } from '#offline/stores/account-store.ts';
import { isListLine, isRecord, linesStillSaved } from './first-paint-cache.ts';

/** Amounts in dollars; see totals.ts for their meaning. */
export interface CartTotals {
  readonly list: number;
  readonly subtotal: number;
  readonly couponDiscount: number;
  readonly total: number;
  readonly totalDiscount: number;
  /** Number of lines still for sale. */
  readonly count: number;
}

/** The cart as a screen shows it. */
export interface CartView {
  /** The account it belongs to; null for a visitor. */
  readonly accountId: string | null;
  /** Oldest first. */
  readonly lines: readonly ListLine[];
  readonly appliedCoupon: AppliedCoupon | null;
  /** False until the server has calculated the coupon's discount for exactly this cart. */
  readonly isCouponCounted: boolean;
  /** Why the coupon on the cart gives no discount now; no coupon is applied then. */
  readonly couponProblem: string | null;
  /** The code of that coupon; null if there is none, or the server doesn't say. */
  readonly waitingCode: string | null;
  readonly totals: CartTotals;
  /** Number of pending changes of the cart. Always 0 for a visitor, whose changes are only sent after signing in. */
  readonly waiting: number;
  /** Designs with pending changes, including a visitor's. */
  readonly unsentIds: ReadonlySet<string>;
  readonly problem: OpProblem | null;
  /** The refused changes of every list, counts included. */
  readonly refused: readonly RefusedOp[];
  /** What other devices of the account removed lately and this one hasn't dismissed, the newest first. */
  readonly removed: readonly RemovedLine[];
  /** ISO 8601, when the server's newest full answer came. */
  readonly answeredAt: string | null;
  /** Why changes are lost when the page closes; null: they are stored on the device. */
  readonly trouble: StoreTrouble | null;
  /** False while the stored cart can't be read. */
  readonly isRead: boolean;
  /** False while only the first-paint cache is known, nothing is listed and the stored cart can't be read, or the server never answered for this account's cart. */
  readonly isLoaded: boolean;
  /** Not loaded, although the server was asked: the contents are unknown. */
  readonly isUnanswered: boolean;
}

export function emptyCartView(accountId: string | null): CartView {
  return {
    accountId,
    lines: [],
    appliedCoupon: null,
    isCouponCounted: false,
    couponProblem: null,
    waitingCode: null,
    totals: totalsOfLines([], null),
    waiting: 0,
    unsentIds: new Set(),
    problem: null,
    refused: [],
    removed: [],
    answeredAt: null,
    trouble: null,
    isRead: true,
    isLoaded: false,
    isUnanswered: false,
  };
}

/** Adds the lines of the first-paint cache (`saved`) while the stored cart can't be read. */
export function withSavedCart(view: CartView, saved: CartView): CartView {
  const still = linesStillSaved(view, saved);
  if (still.length === 0) return view;
  const lines = [...still, ...view.lines];
  return { ...view, lines, totals: totalsOfLines(lines, null) };
}

/** When the oldest price in these lines was seen (ISO 8601); null without lines. */
export function oldestSeenAt(lines: readonly ListLine[]): string | null {
  return lines.map(({ snapshot }) => snapshot.seenAt).sort()[0] ?? null;
}

/**
 * The totals of these lines. Only the server calculates a coupon's discount, so `couponTotal` (dollars) is
 * its total; null without a coupon, or before the server has seen these lines (OP-15).
 */
export function totalsOfLines(lines: readonly ListLine[], couponTotal: number | null): CartTotals {
  const totals = totalsOf(
    lines.map(({ snapshot }) => ({
      price: fromWire(snapshot.price),
      discountedPrice:
        snapshot.discountedPrice === null ? null : fromWire(snapshot.discountedPrice),
      available: snapshot.isAvailable,
    })),
    null,
  );
  const total = couponTotal === null ? totals.total : fromWire(couponTotal);
  return {
    list: toWire(totals.list),
    subtotal: toWire(totals.subtotal),
    couponDiscount: toWire(totals.subtotal - total),
    total: toWire(total),
    totalDiscount: toWire(totals.list - total),
    count: totals.count,
  };
}

/** The contents of the key. Checked by hand, because loading the schemas would delay the first paint. */
interface SavedFirstPaint {
  readonly accountId: string | null;
  readonly count: number;
  readonly lines: readonly ListLine[];
  readonly appliedCoupon: AppliedCoupon | null;
  /** The server's total; null until it has calculated the coupon's discount. */
  readonly couponTotal: number | null;
}

function isCoupon(value: unknown): value is AppliedCoupon {
  return (
    isRecord(value) &&
    typeof value.code === 'string' &&
    typeof value.discountType === 'string' &&
    typeof value.discountAmount === 'number'
  );
}

function isSavedFirstPaint(value: unknown): value is SavedFirstPaint {
  return (
    isRecord(value) &&
    (value.accountId === null || typeof value.accountId === 'string') &&
    Array.isArray(value.lines) &&
    value.lines.every(isListLine) &&
    (value.appliedCoupon === null || isCoupon(value.appliedCoupon)) &&
    (value.couponTotal === null || typeof value.couponTotal === 'number')
  );
}

/** The text to store under the local storage key `cart`. */
export function cartFirstPaint(view: CartView): string {
  const { accountId, lines, appliedCoupon, isCouponCounted, totals } = view;
  const saved: SavedFirstPaint = {
    accountId,
    count: lines.length,
    lines,
    appliedCoupon,
    couponTotal: isCouponCounted ? totals.total : null,
  };
  return JSON.stringify(saved);
}

/** Reads that text for an account. Returns an empty cart if it belongs to another account or can't be read. */
export function readCartFirstPaint(text: string | null, accountId: string | null): CartView {
  const empty = emptyCartView(accountId);
  if (text === null) return empty;
  try {
    const saved: unknown = JSON.parse(text);
    if (!isSavedFirstPaint(saved) || saved.accountId !== accountId) return empty;
    return {
      ...empty,
      lines: saved.lines,
      appliedCoupon: saved.appliedCoupon,
      isCouponCounted: saved.couponTotal !== null,
      totals: totalsOfLines(saved.lines, saved.couponTotal),
    };
  } catch {
    return empty;
  }
}
