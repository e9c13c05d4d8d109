import { expect, test } from 'vitest';
import type { Cart } from '#contract/shop/cart.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { changedCart, differenceOf } from '#features/checkout/changed-cart.ts';

const coupon = { code: 'SPRING', discountType: 'percentage', discountAmount: 1 };
const cart: Cart = {
  items: [],
  _id: 'c'.repeat(24),
  totalPrice: 12,
  totalDiscount: 0,
  appliedCoupon: null,
  version: 3,
};
const read = { lines: [], appliedCoupon: null };

test('takes the cart from a refusal that carries one', () => {
  const problem = { message: '', code: 'PRICE_CHANGED' } as const;

  expect(changedCart(new ApiError(409, { ...problem, cart }))).toEqual(cart);
  expect(changedCart(new ApiError(409, problem))).toBeNull();
  expect(changedCart(new ApiError(409, { ...problem, cart: { items: 1 } }))).toBeNull();
});

test('shows nothing if the cart and its total are as the buyer has read them', () => {
  expect(differenceOf(read, cart, 12)).toBeNull();
});

test('shows another total, and the coupon that no longer applies', () => {
  expect(differenceOf(read, cart, 11)).toEqual({ changes: [], lostCoupon: null, cart });
  expect(differenceOf({ ...read, appliedCoupon: coupon }, cart, 10)).toMatchObject({
    lostCoupon: 'SPRING',
  });
});
