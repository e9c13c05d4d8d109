import { expect, test } from 'vitest';
import { designFields, designRecord } from '#contract/studio/design-record.ts';
import type { RecordField, StoredAs } from '#contract/studio/record-field.ts';
import { fieldName, isInstant, seenWords } from '#studio/features/audit/seen-words.ts';

test.each([
  ['isForFabricShops', 'for fabric shops'],
  ['saleStartsAt', 'sale starts at'],
  ['cents', 'amount'],
  ['sku', 'SKU'],
  ['motifWords', 'motif words'],
  ['colorWords', 'colour words'],
  ['counts for', 'counts for'],
])('the field %s is called %s', (field, words) => {
  expect(fieldName(field)).toBe(words);
});

test.each([
  ['price', 1250, '$12.50'],
  ['minimumSubtotal', 12.5, '$12.50'],
  ['bytes', 8_412_000, '8.4\u00a0MB'],
  ['tileWidth', 1250, '12.5 in'],
  ['version', 3, '3'],
  ['isForFabricShops', 0, 'no'],
  ['isOff', true, 'yes'],
  ['mayEnter', false, 'no'],
  ['reason', null, '—'],
  ['title', 'Clover [small]', 'Clover [small]'],
  ['designers', '["Ida","Fern"]', 'Ida, Fern'],
  ['designers', '[]', '—'],
  ['designers', '["Ida","Fe…', '["Ida","Fe…'],
  ['designers', 'Ida, ida@shop.example', 'Ida, ida@shop.example'],
])('%s of %s is shown as %s', (field, value, words) => {
  expect(seenWords(field, value)).toBe(words);
});

const inLog: Readonly<Record<StoredAs, readonly [string | number, string]>> = {
  plain: ['Clover', 'Clover'],
  cents: [1250, '$12.50'],
  flag: [1, 'yes'],
  json: ['["Ida","Fern"]', 'Ida, Fern'],
};

test.each(
  // The log has a line for each kind of keywords.
  designFields.filter((field) => field !== 'keywords'),
)('a design’s %s is shown as it is stored', (field) => {
  const { stored }: RecordField = designRecord[field];
  if (stored) expect(seenWords(field, inLog[stored][0])).toBe(inLog[stored][1]);
});

test('tells an instant from a text that contains one', () => {
  expect(isInstant('2026-03-01T10:00:00.000Z')).toBe(true);
  expect(isInstant('from 2026-03-01T10:00:00.000Z')).toBe(false);
  expect(isInstant(3)).toBe(false);
});
