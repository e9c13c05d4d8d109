import { type AppliedCoupon, couponDiscount } from './coupon.ts';
import { priceToPay } from './money.ts';

/** A line as totals see it. Amounts in cents. */
export interface PricedLine {
  readonly price: number;
  readonly discountedPrice: number | null;
  readonly available: boolean;
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
  const subtotal = counted.reduce(
    (sum, line) => sum + priceToPay(line.price, line.discountedPrice),
    0,
  );
  const discount = couponDiscount(coupon, subtotal);
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
