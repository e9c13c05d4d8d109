import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { type CouponRules, couponKey, couponProblem } from '#server/coupons/coupon-rules.ts';

const now = new Date('2026-03-01T09:00:00.000Z');
const lines = [{ price: 2000, discountedPrice: null, available: true }];
const unused = { all: 0, own: 0 };

function rules(part: Partial<CouponRules> = {}): CouponRules {
  return {
    code: 'TEN',
    discountType: 'percentage',
    discount: 1000,
    minimumSubtotal: 0,
    startsAt: null,
    endsAt: null,
    useLimit: null,
    isOncePerCustomer: 0,
    isOff: 0,
    ...part,
  };
}

test('a coupon without conditions applies', () => {
  expect(couponProblem(rules(), now, lines, { all: 1000, own: 3 })).toBeNull();
});

test.each([
  ['2026-03-01T09:00:00.000Z', null],
  ['2026-03-01T09:00:00.001Z', messages.coupon.notYet],
])('a coupon that starts at %s: %j', (startsAt, problem) => {
  expect(couponProblem(rules({ startsAt }), now, lines, unused)).toBe(problem);
});

test.each([
  ['2026-03-01T09:00:00.001Z', null],
  ['2026-03-01T09:00:00.000Z', messages.coupon.ended],
])('a coupon that ends at %s: %j', (endsAt, problem) => {
  expect(couponProblem(rules({ endsAt }), now, lines, unused)).toBe(problem);
});

test.each([
  [2, null],
  [3, messages.coupon.usedUp],
  [4, messages.coupon.usedUp],
])('a coupon with %i of three uses spent: %j', (all, problem) => {
  expect(couponProblem(rules({ useLimit: 3 }), now, lines, { all, own: 0 })).toBe(problem);
});

test('a coupon limited to once per customer applies once', () => {
  const once = rules({ isOncePerCustomer: 1 });

  expect(couponProblem(once, now, lines, { all: 9, own: 0 })).toBeNull();
  expect(couponProblem(once, now, lines, { all: 9, own: 1 })).toBe(messages.coupon.usedByYou);
});

test.each([
  [2000, null],
  [2001, 'This coupon code requires a subtotal of at least $20.01.'],
])('a minimum of %i cents on a subtotal of 2000: %j', (minimumSubtotal, problem) => {
  expect(couponProblem(rules({ minimumSubtotal }), now, lines, unused)).toBe(problem);
});

test('compares the minimum with the reduced prices, without what is no longer sold', () => {
  const mixed = [
    { price: 3000, discountedPrice: 1500, available: true },
    { price: 9000, discountedPrice: null, available: false },
  ];

  expect(couponProblem(rules({ minimumSubtotal: 1501 }), now, mixed, unused)).not.toBeNull();
  expect(couponProblem(rules({ minimumSubtotal: 1500 }), now, mixed, unused)).toBeNull();
});

test('a code that takes nothing off does not apply', () => {
  const out = lines.map((line) => ({ ...line, isInScope: false }));

  expect(couponProblem(rules(), now, out, unused)).toBe(messages.coupon.nothingOff);
  expect(couponProblem(rules(), now, [], unused)).toBe(messages.coupon.nothingOff);
});

test('ignores case, width and surrounding blanks of a code', () => {
  expect(
    new Set([' spring-10 ', 'SPRING-10', 'Spring-10', 'ＳＰＲＩＮＧ-10'].map(couponKey)),
  ).toEqual(new Set(['SPRING-10']));
});
