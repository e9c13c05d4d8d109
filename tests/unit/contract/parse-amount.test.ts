import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount, parseCents } from '#contract/wire/parse-amount.ts';

test('parses amounts as people and shops write them', () => {
  expect(
    [
      '.5',
      ' 12 ',
      '$1,250.50',
      '12',
      '12.5',
      '12.50',
      '12,50',
      '1,234.50',
      '1.234,50',
      '$9.99',
      'US$ 3',
      '4 USD',
      '0',
    ].map(parseCents),
  ).toEqual([50, 1200, 125_050, 1200, 1250, 1250, 1250, 123_450, 123_450, 999, 300, 400, 0]);
});

test('parses dollars, and is not a number for what it rejects', () => {
  expect(['$1,250.50', '12,50', '', 'twelve', '1.250'].map(parseAmount)).toEqual([
    1250.5,
    12.5,
    ...Array(3).fill(Number.NaN),
  ]);
});

test("rejects what is ambiguous or isn't an amount", () => {
  const texts = [
    '',
    '1.000',
    'twelve',
    '1.2.3',
    '--1',
    '-5',
    '1e3',
    '12.345',
    '1,23,456',
    '€5',
    'free',
    '٣',
    '1000000.01',
  ];
  expect(texts.map(parseCents)).toEqual(texts.map(() => null));
});

test('parses every amount in dollars and cents correctly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      const dollars = cents / 100;
      expect(parseCents(dollars.toFixed(2))).toBe(cents);
      expect(
        parseCents(dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })),
      ).toBe(cents);
      expect(parseCents(dollars.toFixed(2).replace('.', ','))).toBe(cents);
    }),
  );
});
