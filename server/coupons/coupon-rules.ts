import { messages } from '#contract/messages/messages.ts';
import type { AppliedCoupon } from '#contract/shop/coupon.ts';
import { type PricedLine, totalsOf } from '#contract/shop/totals.ts';
import { formatCents, toWire } from '#contract/wire/money.ts';

/** The columns that a coupon's rules need. Amounts in cents, instants ISO 8601. */
export interface CouponRules {
  readonly code: string;
  readonly discountType: 'percentage' | 'fixed';
  /** Hundredths of a percent, or cents. */
  readonly discount: number;
  readonly minimumSubtotal: number;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly useLimit: number | null;
  readonly isOncePerCustomer: number;
  readonly isOff: number;
}

/** Uses that count against this buyer's next order. Neither includes a use that the order would take over. */
export interface CountedUses {
  /** By anybody. */
  readonly all: number;
  /** By this buyer. */
  readonly own: number;
}

/** The form of a code that must be unique, ignoring case and how it was typed. */
export function couponKey(code: string): string {
  return code.normalize('NFKC').trim().toUpperCase();
}

/** A coupon as sent to the client, in percent or dollars (O08). */
export function appliedCoupon(coupon: CouponRules): AppliedCoupon {
  const { code, discountType, discount } = coupon;
  return { code, discountType, discountAmount: toWire(discount) };
}

/** Why a buyer can't use a coupon any more, in words for them; null if they can now or later. */
export function couponRefusal(coupon: CouponRules, now: Date, uses: CountedUses): string | null {
  if (coupon.isOff === 1) return messages.coupon.ended;
  if (coupon.endsAt !== null && now.toISOString() >= coupon.endsAt) return messages.coupon.ended;
  if (coupon.isOncePerCustomer === 1 && uses.own > 0) return messages.coupon.usedByYou;
  if (coupon.useLimit !== null && uses.all >= coupon.useLimit) return messages.coupon.usedUp;
  return null;
}

/** Why a coupon doesn't apply to these lines now, in words for the buyer; null if it does (OP-15). */
export function couponProblem(
  coupon: CouponRules,
  now: Date,
  lines: readonly PricedLine[],
  uses: CountedUses,
): string | null {
  const refusal = couponRefusal(coupon, now, uses);
  if (refusal !== null) return refusal;
  if (coupon.startsAt !== null && now.toISOString() < coupon.startsAt)
    return messages.coupon.notYet;
  const totals = totalsOf(lines, appliedCoupon(coupon));
  if (totals.subtotal < coupon.minimumSubtotal) {
    return `${messages.coupon.minimum} ${formatCents(coupon.minimumSubtotal)}.`;
  }
  return totals.couponDiscount === 0 ? messages.coupon.nothingOff : null;
}
