import type { CartView } from './cart-view.ts';

/** Why the coupon on the cart gives no discount now, after its code. */
export function waitingCouponText({
  couponProblem,
  waitingCode,
}: Pick<CartView, 'couponProblem' | 'waitingCode'>): string {
  return [waitingCode, couponProblem].filter((part) => part !== null).join(': ');
}
