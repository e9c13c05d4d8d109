import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import {
  cardText,
  licenceCheckPath,
  linkedCard,
  maxCardBytes,
  readCard,
} from '#contract/shop/licence-card.ts';
import { type DesignFacts, factsBytes } from '#contract/shop/licence-facts.ts';
import { fromBase64url } from '#contract/wire/base64url.ts';
import { expectEachBitToCount, longOf, shortOf, signature } from '#tests/support/card-forms.ts';

const usual: DesignFacts = {
  v: 1,
  id: '0123456789abcdef01234567',
  key: 'decade00',
  design: 'Sleepy foxes under a harvest moon',
  kind: 'FABRIC_SHOP',
  to: 'Clémentine O’Hara & Daughters',
  order: 'PW-7KD3QX',
  on: '2026-11-25',
  goods: 100,
  text: '2026-11',
};

function cardOf(facts: Partial<DesignFacts> = {}): string {
  return cardText(factsBytes({ ...usual, ...facts }), signature);
}

/** The version of the QR code with a card's link. */
function qrVersion(origin: string, card: string): number {
  return encode(origin + licenceCheckPath(card)).version;
}

test('a card printed in either form is read for ever', () => {
  const first =
    'eyJ2IjoxLCJpZCI6IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2NyIsImtleSI6ImRlY2FkZTAwIiwiZGVzaWduIjoiU2xlZXB5IGZveGVzIHVuZGVyIGEgaGFydmVzdCBtb29uIiwia2luZCI6IkZBQlJJQ19TSE9QIiwidG8iOiJDbMOpbWVudGluZSBP4oCZSGFyYSAmIERhdWdodGVycyIsIm9yZGVyIjoiUFctN0tEM1FYIiwib24iOiIyMDI2LTExLTI1IiwiZ29vZHMiOjEwMCwidGV4dCI6IjIwMjYtMTEifQswVXqfxOkOM1h9osfsETZbgKXK7xQ5XoOozfIXPGGGq9D1Gj9kia7T-B1CZ4yx1vsgRWqPtNn-I0htkrfcASY';
  const short =
    'EBI0VniavN7wEjRWfeyt4ABYrDboTsAAMkHMjAyNi0xMaHRARw4gzJwBiFToLgQTJ84xYJIhzumH2kJspiHP8fJJyDyhxSrabC8QswVXqfxOkOM1h9osfsETZbgKXK7xQ5XoOozfIXPGGGq9D1Gj9kia7T-B1CZ4yx1vsgRWqPtNn-I0htkrfcASYA';

  expect(readCard(first)).toMatchObject({ facts: usual, signature });
  expect(readCard(short)).toMatchObject({ facts: usual, signature });
  expect(shortOf(first)).toBe(short);
  expect(longOf(short)).toBe(first);
});

test.each<readonly [string, Partial<DesignFacts>]>([
  ['the other kind', { kind: 'SMALL_BUSINESS' }],
  ['a published text', { text: '2026-11-25' }],
  ['the second text of a day', { text: '2026-11-25-2' }],
  ['a text with a number that no day has', { text: '2026-11-25-02' }],
  ['a text of no day', { text: '2026-02-30' }],
  ['no name', { design: '', to: ' ' }],
  ['quotes and backslashes', { design: '"\\'.repeat(18), to: '"""' }],
  ['Cyrillic', { design: 'Спящие лисы под осенней луной', to: 'Анна' }],
  ['Greek and Latin', { design: 'Αλεπού and Ω fox Žluťoučký', to: 'łß' }],
  ['Chinese', { design: '月光下的狐狸', to: '王' }],
  ['pictures', { design: '🐋🦊 whale', to: '👩‍👩‍👧' }],
  ['marks and control characters', { design: '\u0001\u0002a\uFEFFb\u0000', to: 'a\tb\u0001' }],
  ['half a character', { to: 'a\uD83Dbbbbbbbbb' }],
  ['only rare letters', { design: '@'.repeat(74), to: 'Ω~Ж@'.repeat(9) }],
  ['another order number', { order: 'PW-1001' }],
  ['an order number without a start', { order: '7KD3QX' }],
  ['an exclusive licence', { exclusive: true }],
  ['an exclusive licence of the other kind', { kind: 'SMALL_BUSINESS', exclusive: true }],
  ['a company', { company: 'Foxglove & Sons Ltd.' }],
  ['an exclusive licence of a company', { company: '狐 GmbH', exclusive: true }],
  ['a long company', { company: 'Ž"'.repeat(100), to: 'Ω'.repeat(99), design: '月'.repeat(99) }],
  ['many goods', { goods: 1_048_575 }],
  ['the last day', { on: '2199-06-06' }],
])('a short form has all facts: %s', (_, facts) => {
  const card = cardOf(facts);
  const short = shortOf(card);

  expect(longOf(short)).toBe(card);
  expect(short.length).toBeLessThan(card.length * 0.75);
});

test.each<readonly [string, Partial<DesignFacts>]>([
  ['a day before 2020', { on: '2019-12-31' }],
  ['too many goods', { goods: 1_048_576 }],
  ['half a good', { goods: 0.5 }],
  ['fewer than none', { goods: -1 }],
  ['a long version', { text: 'x'.repeat(128) }],
  ['a half character in a short name', { to: 'a\uD83D' }],
])('a fact that the short form has no place for leaves the card as it is: %s', (_, facts) => {
  const card = cardOf({ design: 'Fox', to: 'Hazel', ...facts });

  expect(shortOf(card)).toBe(card);
});

test('any names come back from the short form', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 60, unit: 'grapheme' }),
    fc.string({ maxLength: 60, unit: 'binary' }),
  );
  fc.assert(
    fc.property(name, name, fc.option(name, { nil: undefined }), (design, to, company) => {
      const card = cardOf({ design, to, company });
      expect(readCard(card)?.facts.company === undefined).toBe(company === undefined);
      expect(longOf(shortOf(card))).toBe(card);
    }),
    { numRuns: 300 },
  );
});

test('each changed bit of a short form makes other facts or no card', () => {
  expectEachBitToCount(cardOf());
});

test('a card with a company printed in either form is read for ever', () => {
  const first =
    'eyJ2IjoxLCJpZCI6IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2NyIsImtleSI6ImRlY2FkZTAwIiwiZGVzaWduIjoiU2xlZXB5IGZveGVzIHVuZGVyIGEgaGFydmVzdCBtb29uIiwia2luZCI6IkZBQlJJQ19TSE9QIiwidG8iOiJDbMOpbWVudGluZSBP4oCZSGFyYSAmIERhdWdodGVycyIsImNvbXBhbnkiOiJGb3hnbG92ZSAmIFNvbnMgTHRkLiIsIm9yZGVyIjoiUFctN0tEM1FYIiwib24iOiIyMDI2LTExLTI1IiwiZ29vZHMiOjEwMCwidGV4dCI6IjIwMjYtMTEifQswVXqfxOkOM1h9osfsETZbgKXK7xQ5XoOozfIXPGGGq9D1Gj9kia7T-B1CZ4yx1vsgRWqPtNn-I0htkrfcASY';
  const short =
    'IBI0VniavN7wEjRWfeyt4ABYrDboTsAAMkHMjAyNi0xMaHRARw4gzJwBiFToLgQTJ84xYJIhzumH2kJspiHP8fJJyDyhxSrabC8ZTjpwLQTOIeUNCHEOa1PMFmCq9T-J0hxmsPtFj9gibLcBS5XeKHK9B1Gb5C54ww1Xoeo0fskTXafwOoTPGWOt9kCK1R9ps_xGkNslb7gCTA';
  const facts = { ...usual, company: 'Foxglove & Sons Ltd.' };

  expect(readCard(first)).toMatchObject({ facts, signature });
  expect(readCard(short)).toMatchObject({ facts, signature });
  expect(shortOf(first)).toBe(short);
  expect(longOf(short)).toBe(first);
});

test('links to cards with a company have a mark that earlier versions don’t know', () => {
  const [plain, company] = [cardOf(), cardOf({ company: 'Foxglove' })];

  const links = [plain, shortOf(plain), company, shortOf(company)].map(licenceCheckPath);

  expect(links.map((link) => link.replace(/=.*/, ''))).toEqual(
    ['v', 'c', 'b', 'b'].map((mark) => `/licence#${mark}`),
  );
  expect(links.map(linkedCard)).toEqual([plain, shortOf(plain), company, shortOf(company)]);
});

test.each<readonly [string, Partial<DesignFacts>, readonly string[]]>([
  [
    'short names leave their bytes to a long company',
    { design: 'Fox', to: 'Hazel Button', company: 'x'.repeat(200) },
    ['Fox', 'Hazel Button', `${'x'.repeat(71)}…`],
  ],
  [
    'a short company leaves its bytes to long names',
    { design: 'd'.repeat(200), to: 't'.repeat(200), company: 'Fox' },
    [`${'d'.repeat(63)}…`, `${'t'.repeat(63)}…`, 'Fox'],
  ],
  [
    'three long names have a third each',
    { design: 'd'.repeat(200), to: 't'.repeat(200), company: 'c'.repeat(200) },
    ['d', 't', 'c'].map((letter) => `${letter.repeat(42)}…`),
  ],
])('of a card with a company, %s', (_, facts, names) => {
  const [design, to, company] = names;

  expect(readCard(cardOf(facts))?.facts).toMatchObject({ design, to, company });
});

test('the longest card of an exclusive licence can be read', () => {
  const name = 'x'.repeat(200);
  for (const company of [undefined, name]) {
    const card = cardOf({
      ...{ design: name, to: name, company, exclusive: true },
      ...{ kind: 'SMALL_BUSINESS', goods: 1_048_575, text: '2026-11-25-12' },
    });
    expect(longOf(shortOf(card))).toBe(card);
  }
});

test('the longest names fit a QR code of version 12 for an origin of 100 characters', () => {
  const card = cardOf({
    design: 'Sleepy foxes under a harvest moon with acorns, mushrooms and oak leaves',
    to: 'Wilhelmina Clementine Rosalind Featherstonehaugh-Cholmondeley & Daughters',
    text: '2026-11-25-12',
  });
  const short = shortOf(card);

  const ofCompany = cardOf({
    design: 'Sleepy foxes under a harvest moon with acorns, mushrooms and oak leaves',
    to: 'Wilhelmina Clementine Rosalind Featherstonehaugh-Cholmondeley & Daughters',
    company: 'Featherstonehaugh-Cholmondeley Fabrics and Haberdashery of York Limited',
    text: '2026-11-25-12',
    exclusive: true,
  });

  expect(fromBase64url(ofCompany)?.length).toBeLessThanOrEqual(maxCardBytes);
  expect(qrVersion(`https://${'a'.repeat(92)}`, shortOf(ofCompany))).toBe(12);
  expect(qrVersion('https://shop.example', card)).toBe(16);
  expect(qrVersion('https://shop.example', short)).toBe(11);
  expect(qrVersion(`https://${'a'.repeat(92)}`, short)).toBe(12);
});

test.each([
  ['Cyrillic', 'Спящие лисы под осенней луной с грибами и желудями', 70],
  ['Chinese', '月光下的狐狸和蘑菇还有橡树叶子与秋天的风吹过山谷', 30],
  ['the worst', 'ŽΩ'.repeat(30), 30],
])('names in %s as long as a card has them fit version 12', (_, name, origin) => {
  for (const company of [undefined, name]) {
    const short = shortOf(cardOf({ design: name, to: name, company, text: '2026-11-25-12' }));
    expect(qrVersion('https://'.padEnd(origin, 'a'), short)).toBeLessThanOrEqual(12);
  }
});
