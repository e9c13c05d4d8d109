import { priceToPay } from '../wire/money.ts';
import type { AppliedCoupon } from './coupon.ts';
import { couponDiscount } from './coupon-discount.ts';

/** A cart line as the totals need it. Amounts are in cents. */
export interface PricedLine {
  readonly price: number;
  readonly discountedPrice: number | null;
  readonly available: boolean;
  /** False if the coupon doesn't apply to this design. */
  readonly isInScope?: boolean;
}

/** Amounts in cents. `list`: before any discount. `subtotal`: after product discounts. `total`: what the buyer pays. */
export interface Totals {
  readonly list: number;
  readonly subtotal: number;
  readonly couponDiscount: number;
  readonly total: number;
  /** Product discounts plus coupon (OP-17). */
  readonly totalDiscount: number;
  /** Number of lines that count, which are those still for sale. */
  readonly count: number;
}

/** Calculates the totals of a cart; nothing else does. Ignores lines no longer for sale (OP-48). Tax is always 0. */
export function totalsOf(lines: readonly PricedLine[], coupon: AppliedCoupon | null): Totals {
  const counted = lines.filter((line) => line.available);
  const list = counted.reduce((sum, line) => sum + line.price, 0);
  const subtotal = subtotalOf(counted);
  const discount = couponDiscount(coupon, subtotalOf(counted.filter(isDiscountedByCoupon)));
  const total = subtotal - discount;
  return {
    list,
    subtotal,
    couponDiscount: discount,
    total,
    totalDiscount: list - total,
    count: counted.length,
  };
}

/**
 * Splits a coupon's `discount` over the lines in proportion to what each costs. Returns cents in the order of
 * the lines, which add up to `discount`. `discount` must not exceed the sum of the lines in scope, which
 * `totalsOf` guarantees.
 */
export function couponShares(lines: readonly PricedLine[], discount: number): number[] {
  const scope = subtotalOf(lines.filter(isDiscountedByCoupon));
  let reached = 0;
  let given = 0;
  return lines.map((line) => {
    if (scope === 0 || !isDiscountedByCoupon(line)) return 0;
    reached += priceToPay(line.price, line.discountedPrice);
    const share = Math.floor((reached * discount) / scope) - given;
    given += share;
    return share;
  });
}

function isDiscountedByCoupon(line: PricedLine): boolean {
  return line.available && line.isInScope !== false;
}

function subtotalOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, line) => sum + priceToPay(line.price, line.discountedPrice), 0);
}
