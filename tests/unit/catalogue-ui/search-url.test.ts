import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sorts } from '#contract/shop/sort.ts';
import {
  longestSearch,
  readSearchUrl,
  type SearchState,
  searchText,
  writeSearchUrl,
} from '#features/catalogue/search-url.ts';

const state: fc.Arbitrary<SearchState> = fc.record({
  text: fc.string({ unit: 'grapheme', maxLength: 40 }).map(searchText),
  sort: fc.option(fc.constantFrom(...sorts)),
  page: fc.integer({ min: 1, max: 1_000_000 }),
});

test('reads back every search that it writes', () => {
  fc.assert(
    fc.property(state, fc.constantFrom('query', 'search'), (wanted, words) => {
      expect(readSearchUrl(writeSearchUrl(wanted, words), words)).toEqual(wanted);
    }),
  );
});

test('decodes the text in the URL', () => {
  expect(readSearchUrl('?query=red%20fox%20%26%20moon', 'query').text).toBe('red fox & moon');
});

test('has no text if there are only spaces', () => {
  expect(readSearchUrl('?query=%20%20', 'query').text).toBe('');
});

test('truncates text that is longer than the server accepts', () => {
  expect(searchText('a'.repeat(500))).toHaveLength(longestSearch);
});

test('ignores an unknown sort and page', () => {
  expect(readSearchUrl('?query=fox&sort=warmest&page=two', 'query')).toEqual({
    text: 'fox',
    sort: null,
    page: 1,
  });
});
