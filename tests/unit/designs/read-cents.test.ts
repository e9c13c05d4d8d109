import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCents } from '#server/designs/imports/read-cents.ts';

test('reads amounts as shops write them', () => {
  expect(
    ['12', '12.5', '12.50', '12,50', '1,234.50', '1.234,50', '$9.99', 'US$ 3', '4 USD', '0'].map(
      readCents,
    ),
  ).toEqual([1200, 1250, 1250, 1250, 123_450, 123_450, 999, 300, 400, 0]);
});

test("rejects what is ambiguous or isn't an amount", () => {
  const texts = ['', '1.000', '-5', '1e3', '12.345', '1,23,456', '€5', 'free', '٣', '1000000.01'];
  expect(texts.map(readCents)).toEqual(texts.map(() => null));
});

test('reads every amount in dollars and cents correctly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      const dollars = cents / 100;
      expect(readCents(dollars.toFixed(2))).toBe(cents);
      expect(
        readCents(dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })),
      ).toBe(cents);
      expect(readCents(dollars.toFixed(2).replace('.', ','))).toBe(cents);
    }),
  );
});
