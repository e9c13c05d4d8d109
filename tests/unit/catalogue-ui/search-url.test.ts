import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sorts } from '#contract/shop/sort.ts';
import {
  chosenParameters,
  countFilters,
  type ListingFilters,
  noFilters,
} from '#features/catalogue/filter-url.ts';
import {
  longestSearch,
  readSearchUrl,
  type SearchState,
  searchText,
  writeSearchUrl,
} from '#features/catalogue/search-url.ts';

/** A list as the URL has it: sorted, without commas and spaces around. */
const list = fc
  .uniqueArray(fc.constantFrom('fox', 'moon', 'juniper moon', 'écru', '50%', 'a&b'), {
    maxLength: 4,
  })
  .map((words) => words.sort());

const filters: fc.Arbitrary<ListingFilters> = fc.record({
  categories: fc.constantFrom([], ['a'.repeat(24)], ['1'.repeat(24), '2'.repeat(24)]),
  designers: list,
  isFavouritesOnly: fc.boolean(),
  minPrice: fc.option(fc.integer({ min: 1, max: 99 })),
  maxPrice: fc.option(fc.integer({ min: 1, max: 99 })),
  color: fc.option(fc.constantFrom('c2215f', '23355c')),
  words: fc.record({ motif: list, occasion: list, style: list }),
});

const state: fc.Arbitrary<SearchState> = fc.record({
  filters,
  text: fc.string({ unit: 'grapheme', maxLength: 40 }).map(searchText),
  sort: fc.option(fc.constantFrom(...sorts)),
  page: fc.integer({ min: 1, max: 1_000_000 }),
});

test('reads back every search that it writes', () => {
  fc.assert(
    fc.property(state, (wanted) => {
      expect(readSearchUrl(writeSearchUrl(wanted, 'query'), 'query')).toEqual(wanted);
      const unfiltered = { ...wanted, filters: noFilters };
      expect(readSearchUrl(writeSearchUrl(unfiltered, 'search'), 'search')).toEqual(unfiltered);
    }),
  );
});

test('best sellers have no filters, whatever the URL says', () => {
  expect(readSearchUrl('?search=fox&motif=moon&maxPrice=5', 'search').filters).toEqual(noFilters);
});

test('each word and each filter counts', () => {
  const { filters: chosen } = readSearchUrl(
    '?query=a&motif=fox,moon&style=flat&maxPrice=5',
    'query',
  );
  expect(countFilters(chosen)).toBe(4);
  expect(chosenParameters(chosen)).toEqual({ motif: 'fox,moon', style: 'flat', maxPrice: '5' });
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
    filters: noFilters,
    sort: null,
    page: 1,
  });
});
