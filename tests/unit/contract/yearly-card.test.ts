import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { cardRows, cardTitle } from '#contract/shop/card-rows.ts';
import {
  cardText,
  licenceCheckPath,
  linkedCard,
  maxCardBytes,
  readCard,
} from '#contract/shop/licence-card.ts';
import { factsBytes, type YearlyFacts } from '#contract/shop/licence-facts.ts';
import { fromBase64url } from '#contract/wire/base64url.ts';
import { yearlyVerdict } from '#features/legal/verdict.ts';
import { expectEachBitToCount, longOf, shortOf, signature } from '#tests/support/card-forms.ts';

/** Cards of yearly licences, which have days instead of a design. */

const usual: YearlyFacts = {
  v: 1,
  id: '0123456789abcdef01234567',
  key: 'decade00',
  kind: 'SMALL_BUSINESS',
  to: 'Clémentine O’Hara & Daughters',
  order: 'PW-7KD3QX',
  on: '2026-11-25',
  text: '2026-11',
  from: '2026-12-01',
  until: '2027-11-30',
};

function cardOf(facts: Partial<YearlyFacts> = {}): string {
  return cardText(factsBytes({ ...usual, ...facts }), signature);
}

test('a card printed in either form is read for ever', () => {
  const first =
    'eyJ2IjoxLCJpZCI6IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2NyIsImtleSI6ImRlY2FkZTAwIiwia2luZCI6IlNNQUxMX0JVU0lORVNTIiwidG8iOiJDbMOpbWVudGluZSBP4oCZSGFyYSAmIERhdWdodGVycyIsIm9yZGVyIjoiUFctN0tEM1FYIiwib24iOiIyMDI2LTExLTI1IiwidGV4dCI6IjIwMjYtMTEiLCJmcm9tIjoiMjAyNi0xMi0wMSIsInVudGlsIjoiMjAyNy0xMS0zMCJ9CzBVep_E6Q4zWH2ix-wRNluApcrvFDleg6jN8hc8YYar0PUaP2SJrtP4HUJnjLHW-yBFao-02f4jSG2St9wBJg';
  const short =
    'MBI0VniavN7wEjRWfeyt4ARYrDboTsQcyMDI2LTExCd4LSp3TD7SE2UxDn-Pkk5B5Q4pVtNheIAFmCq9T-J0hxmsPtFj9gibLcBS5XeKHK9B1Gb5C54ww1Xoeo0fskTXafwOoTPGWOt9kCK1R9ps_xGkNslb7gCTAA';

  expect(readCard(first)).toMatchObject({ facts: usual, signature });
  expect(readCard(short)).toMatchObject({ facts: usual, signature });
  expect(shortOf(first)).toBe(short);
  expect(longOf(short)).toBe(first);
});

test.each<readonly [string, Partial<YearlyFacts>]>([
  ['the other kind', { kind: 'FABRIC_SHOP' }],
  ['a company', { company: 'Foxglove & Sons Ltd.' }],
  ['a long company', { company: 'Ž"'.repeat(100), to: 'Ω'.repeat(99) }],
  ['a single day', { until: usual.from }],
  ['the last days', { from: '2199-06-05', until: '2199-06-06' }],
  ['the second text of a day', { text: '2026-11-25-2' }],
  ['another order number', { order: 'PW-1001' }],
])('a short form has all facts: %s', (_, facts) => {
  const card = cardOf(facts);
  const short = shortOf(card);

  expect(longOf(short)).toBe(card);
  expect(short.length).toBeLessThan(card.length * 0.75);
});

test.each<readonly [string, Partial<YearlyFacts>]>([
  ['a day before 2020', { from: '2019-12-31' }],
  ['a day after 2199', { until: '2199-06-07' }],
  ['a company without a name', { company: '' }],
])('a fact that the short form has no place for leaves the card as it is: %s', (_, facts) => {
  const card = cardOf(facts);

  expect(shortOf(card)).toBe(card);
});

test('any names come back from the short form', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 60, unit: 'grapheme' }),
    fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }),
  );
  fc.assert(
    fc.property(name, fc.option(name, { nil: undefined }), (to, company) => {
      const card = cardOf({ to, company });
      expect(longOf(shortOf(card))).toBe(card);
    }),
    { numRuns: 200 },
  );
});

test('each changed bit of a short form makes other facts or no card', () => {
  expectEachBitToCount(cardOf());
});

test('a card is of a design or of a year, never of both or of half a year', () => {
  for (const more of [{ design: 'Foxes', goods: 100 }, { goods: 100 }, { until: undefined }]) {
    const json = new TextEncoder().encode(JSON.stringify({ ...usual, ...more }));
    expect(readCard(cardText(json, signature)), JSON.stringify(more)).toBeNull();
  }
});

test('its links have a mark that earlier versions of the page don’t know', () => {
  const cards = [cardOf(), cardOf({ company: 'Foxglove' })].flatMap((card) => [
    card,
    shortOf(card),
  ]);

  const links = cards.map(licenceCheckPath);

  expect(links).toEqual(cards.map((card) => `/licence#y=${card}`));
  expect(links.map(linkedCard)).toEqual(cards);
  // As the version before looks for one.
  for (const link of links) expect(/#[bcv]=(.*)$/s.exec(link)).toBeNull();
});

test.each([
  ['Latin', 'Featherstonehaugh-Cholmondeley Fabrics and Haberdashery of York Limited', 100],
  ['Cyrillic', 'Спящие лисы под осенней луной с грибами и желудями', 70],
  ['the worst', 'ŽΩ'.repeat(30), 30],
])('names in %s as long as a card has them fit a QR code of version 12', (_, name, origin) => {
  const card = cardOf({ to: name, company: name, text: '2026-11-25-12' });
  const link = 'https://'.padEnd(origin, 'a') + licenceCheckPath(shortOf(card));

  expect(fromBase64url(card)?.length).toBeLessThanOrEqual(maxCardBytes);
  expect(encode(link).version).toBeLessThanOrEqual(12);
});

test('it says what it covers and when, and no number of items', () => {
  expect(cardTitle(usual)).toBe('Yearly licence');
  expect(cardRows(usual)).toEqual([
    ['Kind', 'Small business'],
    ['Covers', 'all designs in the licensee’s orders, any number of items'],
    ['First day', 'December 1, 2026'],
    ['Last day', 'November 30, 2027'],
    ['Order', 'PW-7KD3QX'],
    ['Date', 'November 25, 2026'],
    ['Licence text', 'Version 2026-11'],
  ]);
});

test.each([
  ['2026-11-24', 'open', 'Begins on December 1, 2026'],
  ['2026-11-30', 'open', 'Begins on December 1, 2026'],
  ['2026-12-01', 'good', 'Valid, runs until November 30, 2027'],
  ['2027-11-30', 'good', 'Valid, runs until November 30, 2027'],
  ['2027-12-01', 'bad', 'Ended on November 30, 2027'],
  // No licence is checked before it was bought.
  ['2026-11-23', 'open', 'This device’s date is wrong'],
  ['1970-01-01', 'open', 'This device’s date is wrong'],
])('a genuine card is on %s %s: %s', (today, tone, title) => {
  expect(yearlyVerdict(usual, today)).toMatchObject({ tone, title });
});
