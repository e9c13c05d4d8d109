import { expect, test } from 'vitest';
import { couponError } from '#features/cart/coupon-code.ts';

test('refuses an empty or blank coupon code in the words of the specification', () => {
  expect(couponError('')).toBe('Please enter a coupon code');
  expect(couponError('  \t')).toBe('Please enter a coupon code');
  expect(couponError(' MOON10 ')).toBeNull();
});
