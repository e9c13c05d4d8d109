import { formatUsd } from '../wire/money.ts';
import type { AppliedCoupon } from './coupon.ts';

/** What a coupon takes off, in words. */
export function discountOf({
  discountType,
  discountAmount,
}: Pick<AppliedCoupon, 'discountType' | 'discountAmount'>): string {
  return discountType === 'percentage'
    ? `${discountAmount}% off`
    : `${formatUsd(discountAmount)} off`;
}
