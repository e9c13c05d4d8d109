import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Sale, saleAt } from '#server/catalogue/sales.ts';
import { isEverDearer } from '#server/designs/bulk/is-ever-dearer.ts';

const day = (of: number) => new Date(Date.UTC(2026, 2, of));
const listPrice = 1000;

const sale = fc
  .record({
    salePrice: fc.option(fc.constantFrom(0, 500, 800)),
    saleStartsAt: fc.option(fc.integer({ min: 1, max: 5 })),
    saleEndsAt: fc.option(fc.integer({ min: 6, max: 9 })),
    shift: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ salePrice, saleStartsAt, saleEndsAt, shift }): Sale => {
    if (salePrice === null) return { salePrice, saleStartsAt: null, saleEndsAt: null };
    const instant = (of: number | null) => (of === null ? null : day(of + shift + 5).toISOString());
    return { salePrice, saleStartsAt: instant(saleStartsAt), saleEndsAt: instant(saleEndsAt) };
  });

test('compares the prices of every day from now on', () => {
  const days = Array.from({ length: 30 }, (_, place) => place);
  fc.assert(
    fc.property(sale, sale, fc.constantFrom(...days.slice(0, 20)), (current, next, now) => {
      const priceOn = (of: Sale, on: number) => saleAt(of, day(on)).discountedPrice ?? listPrice;
      const isDearer = days
        .filter((on) => on >= now)
        .some((on) => priceOn(next, on) > priceOn(current, on));
      expect(isEverDearer(current, next, day(now))).toBe(isDearer);
    }),
    { numRuns: 3000 },
  );
});
