import type { AppliedCoupon } from '#contract/coupon.ts';
import { fromWire, toWire } from '#contract/money.ts';
import { totalsOf } from '#contract/totals.ts';
import { isRecord, isSetLine } from './glimpse.ts';
import type { OpProblem, RefusedOp, SetLine } from './rows.ts';

/** Amounts in dollars, as totals.ts names them. */
export interface CartTotals {
  readonly list: number;
  readonly subtotal: number;
  readonly couponDiscount: number;
  readonly total: number;
  readonly totalDiscount: number;
  /** Lines that are still sold. */
  readonly count: number;
}

/** The cart as a screen shows it. */
export interface CartView {
  /** Whose it is; null for a visitor. */
  readonly accountId: string | null;
  /** Oldest first. */
  readonly lines: readonly SetLine[];
  /** The server's id of the cart, which the coupon calls need; null until it was asked. */
  readonly cartId: string | null;
  readonly appliedCoupon: AppliedCoupon | null;
  readonly totals: CartTotals;
  /** Changes of the cart that the server has not got yet; a visitor's wait for a sign-in and aren't counted. */
  readonly waiting: number;
  readonly problem: OpProblem | null;
  readonly refused: readonly RefusedOp[];
  /** ISO 8601, the server's newest full answer. */
  readonly answeredAt: string | null;
  /** False where the browser keeps nothing: the cart lives as long as the page. */
  readonly isKept: boolean;
  /** False while only the first paint's copy is known, or an account's cart was never answered and is still being asked for. */
  readonly isLoaded: boolean;
}

export function emptyCartView(accountId: string | null): CartView {
  return {
    accountId,
    lines: [],
    cartId: null,
    appliedCoupon: null,
    totals: totalsOfLines([], null, null),
    waiting: 0,
    problem: null,
    refused: [],
    answeredAt: null,
    isKept: true,
    isLoaded: false,
  };
}

/** When the oldest price in these lines was seen (ISO 8601); null without lines. */
export function oldestSeenAt(lines: readonly SetLine[]): string | null {
  return lines.map(({ seen }) => seen.seenAt).sort()[0] ?? null;
}

/** What lines come to. A coupon may count for some designs only, so the server's total decides wherever there is one. */
export function totalsOfLines(
  lines: readonly SetLine[],
  coupon: AppliedCoupon | null,
  serverTotal: number | null,
): CartTotals {
  const totals = totalsOf(
    lines.map(({ seen }) => ({
      price: fromWire(seen.price),
      discountedPrice: seen.discountedPrice === null ? null : fromWire(seen.discountedPrice),
      available: seen.isAvailable,
    })),
    coupon,
  );
  const total = coupon && serverTotal !== null ? fromWire(serverTotal) : totals.total;
  return {
    list: toWire(totals.list),
    subtotal: toWire(totals.subtotal),
    couponDiscount: toWire(totals.subtotal - total),
    total: toWire(total),
    totalDiscount: toWire(totals.list - total),
    count: totals.count,
  };
}

/** What the key holds. Checked by hand: the schemas would weigh on the first paint that this is for. */
interface SavedGlimpse {
  readonly accountId: string | null;
  readonly count: number;
  readonly lines: readonly SetLine[];
  readonly cartId: string | null;
  readonly appliedCoupon: AppliedCoupon | null;
  readonly total: number;
}

function isCoupon(value: unknown): value is AppliedCoupon {
  return (
    isRecord(value) &&
    typeof value.code === 'string' &&
    typeof value.discountType === 'string' &&
    typeof value.discountAmount === 'number'
  );
}

function isGlimpse(value: unknown): value is SavedGlimpse {
  return (
    isRecord(value) &&
    (value.accountId === null || typeof value.accountId === 'string') &&
    Array.isArray(value.lines) &&
    value.lines.every(isSetLine) &&
    (value.cartId === null || typeof value.cartId === 'string') &&
    (value.appliedCoupon === null || isCoupon(value.appliedCoupon)) &&
    typeof value.total === 'number'
  );
}

/** The text of the local storage key `cart`. */
export function cartGlimpse(view: CartView): string {
  const { accountId, lines, cartId, appliedCoupon, totals } = view;
  const saved: SavedGlimpse = {
    accountId,
    count: lines.length,
    lines,
    cartId,
    appliedCoupon,
    total: totals.total,
  };
  return JSON.stringify(saved);
}

/** Reads that text for an account; another account's, or one that can't be read, shows an empty cart. */
export function readCartGlimpse(text: string | null, accountId: string | null): CartView {
  const empty = emptyCartView(accountId);
  if (text === null) return empty;
  try {
    const saved: unknown = JSON.parse(text);
    if (!isGlimpse(saved) || saved.accountId !== accountId) return empty;
    return {
      ...empty,
      lines: saved.lines,
      cartId: saved.cartId,
      appliedCoupon: saved.appliedCoupon,
      totals: totalsOfLines(saved.lines, saved.appliedCoupon, saved.total),
    };
  } catch {
    return empty;
  }
}
