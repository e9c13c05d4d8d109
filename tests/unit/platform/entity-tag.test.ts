import { expect, test } from 'vitest';
import { isContinuedBy, isKnownTo } from '#server/platform/http/entity-tag.ts';

test.each([
  '"abc"',
  'W/"abc"',
  '"abc-gzip"',
  'W/"abc-gzip"',
  '"abc-br"',
  '"abc-zstd"',
  '"abc-deflate"',
  '"abc--gzip"',
  '"abc;gzip"',
  '"abc;br"',
  '"other", W/"abc-gzip"',
  '"other","abc"',
  '"with, comma" , "abc"',
  '*',
  ' * ',
])('If-None-Match %s names the ETag, strong or weak', (header) => {
  expect(isKnownTo(header, '"abc"')).toBe(true);
  expect(isKnownTo(header, 'W/"abc"')).toBe(true);
});

test.each([
  null,
  undefined,
  '',
  '"abcd"',
  '"ab"',
  '"abc-gzipped"',
  '"abc-gzip-br"',
  '"abcgzip"',
  '"x-abc"',
  'abc',
  '"other", "another"',
  '"*"',
])('If-None-Match %s does not name it', (header) => {
  expect(isKnownTo(header, '"abc"')).toBe(false);
});

test('an ETag that itself ends like a compressed one is known by its own name', () => {
  expect(isKnownTo('"abc-gzip"', '"abc-gzip"')).toBe(true);
  expect(isKnownTo('"abc"', '"abc-gzip"')).toBe(false);
});

test('a range continues only the very bytes that the ETag names', () => {
  expect([null, '"abc"', ' "abc" '].map((header) => isContinuedBy(header, '"abc"'))).toEqual([
    true,
    true,
    true,
  ]);
  const changed = ['W/"abc"', '"abc-gzip"', '"abc", "abc"', '*', '"x"'];
  expect(changed.filter((header) => isContinuedBy(header, '"abc"'))).toEqual([]);
});
