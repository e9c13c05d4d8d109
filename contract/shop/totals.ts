import { priceToPay } from '../wire/money.ts';
import type { AppliedCoupon } from './coupon.ts';
import { couponDiscount } from './coupon-discount.ts';

/** A line as totals see it. Amounts in cents. */
export interface PricedLine {
  readonly price: number;
  readonly discountedPrice: number | null;
  readonly available: boolean;
  /** False where the coupon doesn't count for this design. */
  readonly isInScope?: boolean;
}

/** Amounts in cents. `list` before any discount, `subtotal` after the list saving, `total` what is to be paid. */
export interface Totals {
  readonly list: number;
  readonly subtotal: number;
  readonly couponDiscount: number;
  readonly total: number;
  /** List saving plus coupon (OP-17). */
  readonly totalDiscount: number;
  /** Lines that count: those still sold. */
  readonly count: number;
}

/** The one place where a cart becomes a sum. Lines no longer sold are outside every total (OP-48); tax is always 0. */
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
 * What each line bears of a coupon's discount, in cents and in the lines' order: in proportion to
 * what is paid for it, whole cents that add up to `discount`. The discount is at most what the
 * lines in scope come to, as totalsOf makes it.
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
