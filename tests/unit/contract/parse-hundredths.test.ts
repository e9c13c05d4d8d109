import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHundredths } from '#contract/wire/parse-hundredths.ts';

test.each([
  ['EUR', ['12,50 €', '€12.50', 'EUR 12,50', '12.50EUR', '12,5'], 1250],
  ['EUR', ['1.234,50', '1 234,50 €', '1\u202f234,50\u00a0€', '1,234.50'], 123_450],
  ['EUR', ['1.234.567', '1,234,567'], 123_456_700],
  ['CHF', ["1'234.50", '1’234.50', 'Fr. 1’234.50', "CHF 1'234,50"], 123_450],
  ['CHF', ['12.–', 'CHF 12.-', '12'], 1200],
  ['JPY', ['¥1,200', '１２００円', '1.200', '1200 JPY', '￥1,200'], 120_000],
  ['PLN', ['49,99 zł', 'PLN 49.99'], 4999],
  ['SEK', ['120 kr', '120,00 SEK'], 12_000],
  ['', ['12.50', '€12.50', '12,50 €', '£12.50'], 1250],
  ['USD', ['$12.50', '12,50', 'US$12.50'], 1250],
] as const)('parses amounts in %j as shops write them: %j', (currency, texts, hundredths) => {
  expect(texts.map((text) => parseHundredths(text, currency))).toEqual(texts.map(() => hundredths));
});

test('refuses an amount in another currency, and one that could be two', () => {
  expect(
    ['$5', '£5', '1.250', 'zwölf', '-3', '', '€'].map((text) => parseHundredths(text, 'EUR')),
  ).toEqual(Array(7).fill(null));
  expect(parseHundredths('1.250', 'USD')).toBeNull();
  expect(parseHundredths('2000000000', 'JPY')).toBeNull();
});

test.each([
  ['de-DE', 'EUR'],
  ['fr-FR', 'EUR'],
  ['de-CH', 'CHF'],
  ['en-GB', 'GBP'],
  ['ja-JP', 'JPY'],
  ['pl-PL', 'PLN'],
])('parses every amount that %s writes in %s', (locale, currency) => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      const amount = currency === 'JPY' ? Math.round(cents / 100) : cents / 100;
      expect(parseHundredths(format.format(amount), currency)).toBe(Math.round(amount * 100));
    }),
  );
});
