import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { couponDiscount } from '#contract/shop/coupon-discount.ts';
import { type PricedLine, totalsOf } from '#contract/shop/totals.ts';
import {
  discountPercent,
  formatUsd,
  fromWire,
  isDiscounted,
  priceToPay,
  toWire,
} from '#contract/wire/money.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });
const line: fc.Arbitrary<PricedLine> = fc.record({
  price: cents,
  discountedPrice: fc.option(cents),
  available: fc.boolean(),
});
const coupon = fc.record({
  code: fc.constant('HELLO'),
  discountType: fc.constantFrom('percentage', 'fixed', 'anything'),
  discountAmount: fc.double({ min: 0, max: 200, noNaN: true }),
});

describe('money', () => {
  test('cents survive the round trip over the wire', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(fromWire(JSON.parse(JSON.stringify(toWire(amount))))).toBe(amount);
      }),
    );
  });

  test('is formatted as US dollars with two decimals (U08)', () => {
    expect(formatUsd(12.5)).toBe('$12.50');
    expect(formatUsd(0)).toBe('$0.00');
    expect(formatUsd(1234)).toBe('$1,234.00');
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (amount) => {
        expect(formatUsd(toWire(amount))).toBe(dollars.format(toWire(amount)));
      }),
    );
  });

  test('counts a discount only below the price (P20)', () => {
    expect(isDiscounted(10, null)).toBe(false);
    expect(isDiscounted(10, 10)).toBe(false);
    expect(isDiscounted(10, 11)).toBe(false);
    expect(isDiscounted(10, 0)).toBe(true);
  });

  test('the discount percent is the rounded reduction (U07)', () => {
    expect(discountPercent(10, 6.66)).toBe(33);
    expect(discountPercent(3, 2)).toBe(33);
    expect(discountPercent(8, 7)).toBe(13);
    expect(discountPercent(10, 10)).toBe(0);
    fc.assert(
      fc.property(cents, cents, (price, discounted) => {
        const percent = discountPercent(price, discounted);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        expect(Number.isInteger(percent)).toBe(true);
      }),
    );
  });
});

describe('coupon arithmetic', () => {
  test('takes a percent or a fixed amount off (O08)', () => {
    expect(couponDiscount({ code: 'A', discountType: 'percentage', discountAmount: 15 }, 999)).toBe(
      150,
    );
    expect(couponDiscount({ code: 'A', discountType: 'fixed', discountAmount: 2.5 }, 999)).toBe(
      250,
    );
    expect(couponDiscount({ code: 'A', discountType: 'other', discountAmount: 2.5 }, 999)).toBe(
      250,
    );
  });

  test('takes exactly the percent off, and rounds half a cent up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), cents, (hundredths, subtotal) => {
        const discountAmount = hundredths / 100;
        const off = couponDiscount(
          { code: 'A', discountType: 'percentage', discountAmount },
          subtotal,
        );
        expect(BigInt(off)).toBe((BigInt(subtotal) * BigInt(hundredths) + 5000n) / 10_000n);
      }),
      {
        examples: [
          [230, 1500],
          [140, 2750],
        ],
      },
    );
  });

  test('never takes off more than there is, nor a negative amount, in whole cents', () => {
    fc.assert(
      fc.property(coupon, cents, (applied, subtotal) => {
        const off = couponDiscount(applied, subtotal);
        expect(Number.isInteger(off)).toBe(true);
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(subtotal);
      }),
    );
  });
});

describe('totals', () => {
  test('list price minus all discounts is the amount to pay (O07)', () => {
    fc.assert(
      fc.property(fc.array(line), fc.option(coupon), (lines, applied) => {
        const totals = totalsOf(lines, applied);
        expect(totals.list - totals.totalDiscount).toBe(totals.total);
        expect(totals.subtotal - totals.couponDiscount).toBe(totals.total);
        expect(totals.total).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('do not depend on the order of lines', () => {
    fc.assert(
      fc.property(fc.array(line), fc.option(coupon), (lines, applied) => {
        expect(totalsOf(lines.toReversed(), applied)).toEqual(totalsOf(lines, applied));
      }),
    );
  });

  test('exclude a design that is no longer sold', () => {
    const sold = { price: 500, discountedPrice: null, available: true };
    const gone = { price: 900, discountedPrice: 100, available: false };
    expect(totalsOf([sold, gone], null)).toEqual(totalsOf([sold], null));
  });

  test('use the lower price', () => {
    expect(priceToPay(500, 300)).toBe(300);
    expect(totalsOf([{ price: 500, discountedPrice: 300, available: true }], null).total).toBe(300);
  });
});
