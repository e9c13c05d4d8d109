import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppliedCoupon } from '#contract/shop/coupon.ts';
import { couponShares, type PricedLine, totalsOf } from '#contract/shop/totals.ts';
import { priceToPay } from '#contract/wire/money.ts';

const cents = fc.nat({ max: 1_000_000 });
const line: fc.Arbitrary<PricedLine> = fc.record({
  price: cents,
  discountedPrice: fc.option(cents),
  available: fc.boolean(),
  isInScope: fc.boolean(),
});
const coupon: fc.Arbitrary<AppliedCoupon> = fc.record({
  code: fc.constant('A'),
  discountType: fc.constantFrom('percentage', 'fixed'),
  discountAmount: fc.integer({ min: 1, max: 10_000 }).map((amount) => amount / 100),
});
const half: AppliedCoupon = { code: 'HALF', discountType: 'percentage', discountAmount: 50 };
const sold = { discountedPrice: null, available: true };

describe('a coupon with a scope', () => {
  test('applies to the designs it names and no others', () => {
    const lines = [
      { ...sold, price: 1000, isInScope: true },
      { ...sold, price: 3000, isInScope: false },
    ];

    expect(totalsOf(lines, half)).toMatchObject({ couponDiscount: 500, total: 3500 });
  });

  test('takes off at most what its designs cost if its amount is fixed', () => {
    const lines = [
      { ...sold, price: 300, isInScope: true },
      { ...sold, price: 3000, isInScope: false },
    ];
    const five: AppliedCoupon = { code: 'FIVE', discountType: 'fixed', discountAmount: 5 };

    expect(totalsOf(lines, five)).toMatchObject({ couponDiscount: 300, total: 3000 });
  });

  test('never takes off more than its designs cost, nor makes the total negative', () => {
    fc.assert(
      fc.property(fc.array(line), coupon, (lines, applied) => {
        const inScope = lines
          .filter((one) => one.available && one.isInScope)
          .reduce((sum, one) => sum + priceToPay(one.price, one.discountedPrice), 0);
        const totals = totalsOf(lines, applied);
        expect(totals.couponDiscount).toBeLessThanOrEqual(inScope);
        expect(totals.total).toBeGreaterThanOrEqual(0);
        expect(totals.list - totals.totalDiscount).toBe(totals.total);
      }),
    );
  });

  test('that names every design equals one without a scope', () => {
    fc.assert(
      fc.property(fc.array(line), coupon, (lines, applied) => {
        const all = lines.map((one) => ({ ...one, isInScope: true }));
        const unscoped = lines.map(({ isInScope: _, ...one }) => one);
        expect(totalsOf(all, applied)).toEqual(totalsOf(unscoped, applied));
      }),
    );
  });
});

describe('the shares of a discount', () => {
  test("add up to it, in whole cents, and never exceed the design's price", () => {
    fc.assert(
      fc.property(fc.array(line), coupon, (lines, applied) => {
        const { couponDiscount } = totalsOf(lines, applied);
        const shares = couponShares(lines, couponDiscount);
        expect(shares).toHaveLength(lines.length);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(couponDiscount);
        for (const [place, one] of lines.entries()) {
          const share = shares[place] ?? -1;
          expect(Number.isInteger(share)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(priceToPay(one.price, one.discountedPrice));
          if (!one.available || !one.isInScope) expect(share).toBe(0);
        }
      }),
    );
  });

  test('are within a cent of proportional', () => {
    fc.assert(
      fc.property(fc.array(line), coupon, (lines, applied) => {
        const { couponDiscount } = totalsOf(lines, applied);
        const counted = lines.filter((one) => one.available && one.isInScope);
        const scope = counted.reduce(
          (sum, one) => sum + priceToPay(one.price, one.discountedPrice),
          0,
        );
        fc.pre(scope > 0);
        for (const [place, share] of couponShares(counted, couponDiscount).entries()) {
          const one = counted[place];
          const exact = one
            ? (priceToPay(one.price, one.discountedPrice) * couponDiscount) / scope
            : 0;
          expect(Math.abs(share - exact)).toBeLessThan(1);
        }
      }),
    );
  });
});
