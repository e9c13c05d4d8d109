import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { filterQuerySchema } from '#contract/shop/product.ts';
import { type FilterSort, filterSorts } from '#contract/shop/sort.ts';
import {
  changeShop,
  countFilters,
  isTouched,
  noFilters,
  readShopUrl,
  type ShopQuery,
  toggled,
  writeShopUrl,
} from '#features/catalogue/filter-url.ts';

const untouched: ShopQuery = { ...noFilters, sort: null, page: 1 };

const hex = fc.constantFrom(...'0123456789abcdef');
const id = fc.array(hex, { minLength: 24, maxLength: 24 }).map((digits) => digits.join(''));
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(',', '').trim())
  .filter((text) => text !== '');
const listOf = (item: fc.Arbitrary<string>) =>
  fc.uniqueArray(item, { maxLength: 6 }).map((items) => items.sort());
const price = fc.option(fc.integer({ min: 1, max: 999_999_999 }).map((cents) => cents / 100));

const query: fc.Arbitrary<ShopQuery> = fc
  .record({
    categories: listOf(id),
    designers: listOf(name),
    words: fc.record({ motif: listOf(name), occasion: listOf(name), style: listOf(name) }),
    isFavouritesOnly: fc.boolean(),
    minPrice: price,
    maxPrice: price,
    color: fc.option(
      fc.array(hex, { minLength: 6, maxLength: 6 }).map((digits) => digits.join('')),
    ),
    sort: fc.option(fc.constantFrom<FilterSort>(...filterSorts)),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .filter(({ sort, color }) => sort !== 'closest-color' || color !== null);

test('reads back every query that it writes', () => {
  fc.assert(
    fc.property(query, (wanted) => {
      expect(readShopUrl(writeShopUrl(wanted))).toEqual(wanted);
    }),
  );
});

test('reads any text without an error, and writes it back unchanged', () => {
  const values = fc.oneof(
    fc.string(),
    fc.constantFrom('-1', '0', '1e9', 'NaN', '%', ',,', '999999999999'),
  );
  const names = [
    'category',
    'designer',
    'favourites',
    'minPrice',
    'maxPrice',
    'color',
    'motif',
    'sort',
    'page',
    'other',
  ];
  const search = fc
    .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 12 })
    .map((pairs) => `?${new URLSearchParams(pairs)}`);
  fc.assert(
    fc.property(fc.oneof(search, fc.string()), (text) => {
      const canonical = writeShopUrl(readShopUrl(text));
      expect(writeShopUrl(readShopUrl(canonical))).toBe(canonical);
    }),
  );
});

test('writes one URL for one choice, whatever the order it was made in', () => {
  const one = readShopUrl('?sort=a-z&designer=B,A&category=&page=2&minPrice=5');
  const other = readShopUrl('?page=2&minPrice=5.00&designer=A&designer=B,A&sort=a-z');
  expect(writeShopUrl(one)).toBe('?designer=A,B&minPrice=5&sort=a-z&page=2');
  expect(writeShopUrl(other)).toBe(writeShopUrl(one));
});

test('ignores what it cannot parse', () => {
  const garbage =
    '?category=fox&designer=,,&favourites=yes&minPrice=-3&maxPrice=cheap&sort=best&page=0';
  expect(readShopUrl(garbage)).toEqual(untouched);
});

test('keeps a list within what the server accepts', () => {
  const many = Array.from({ length: 400 }, (_, at) => at.toString(16).padStart(24, '0'));
  const { categories } = readShopUrl(`?category=${many.join(',')}`);
  expect(categories.length).toBeGreaterThan(50);
  expect(categories.join(',').length).toBeLessThanOrEqual(2000);
});

test('counts as untouched until a filter or the sort is changed (F13)', () => {
  expect(isTouched(readShopUrl(''))).toBe(false);
  expect(isTouched(readShopUrl('?page=3'))).toBe(false);
  expect(isTouched(readShopUrl('?sort=newest'))).toBe(true);
  expect(isTouched(readShopUrl('?designer=Juniper%20Moon'))).toBe(true);
  expect(isTouched(readShopUrl('?maxPrice=12'))).toBe(true);
  expect(isTouched(readShopUrl('?favourites=1'))).toBe(true);
  expect(isTouched(readShopUrl('?occasion=wedding'))).toBe(true);
});

test('still counts as touched when the last filter is removed (F13)', () => {
  const filtered = changeShop(untouched, { designers: ['Juniper Moon'] });
  const cleared = changeShop(filtered, noFilters);
  expect(isTouched(readShopUrl(writeShopUrl(cleared)))).toBe(true);
});

test('goes back to page 1 when a filter is applied (F11)', () => {
  expect(changeShop({ ...untouched, page: 3 }, { minPrice: 5 })).toMatchObject({
    minPrice: 5,
    page: 1,
  });
});

test('goes back to page 1 when the sort is changed (F12)', () => {
  expect(changeShop({ ...untouched, page: 3 }, { sort: 'a-z' })).toMatchObject({
    sort: 'a-z',
    page: 1,
  });
});

test('keeps the sort when a filter is changed', () => {
  expect(changeShop({ ...untouched, sort: 'z-a' }, { minPrice: 5 }).sort).toBe('z-a');
});

test('counts each category, designer and word, the favourites, and price and colour once', () => {
  const some = { ...noFilters, categories: ['a', 'b'], designers: ['c'], minPrice: 1, maxPrice: 9 };
  expect(countFilters({ ...some, isFavouritesOnly: false })).toBe(4);
  expect(countFilters({ ...some, isFavouritesOnly: true })).toBe(5);
  expect(countFilters({ ...some, color: '2f9e8f' })).toBe(5);
  const words = { motif: ['fox', 'moon'], occasion: [], style: ['flat'] };
  expect(countFilters({ ...some, words })).toBe(7);
  expect(countFilters(noFilters)).toBe(0);
});

test('inserts a choice in order, once, and removes it', () => {
  expect(toggled(['a', 'c'], 'b', true)).toEqual(['a', 'b', 'c']);
  expect(toggled(['a', 'b'], 'b', true)).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a', false)).toEqual(['b']);
});

test('a colour with capital letters is the same colour, in the shop’s URL and in a call', () => {
  expect(readShopUrl('?color=23355C').color).toBe('23355c');
  expect(v.parse(filterQuerySchema, { color: '23355C' }).color).toBe('23355c');
});

test('a colour sorts by the closest, unless another order was chosen', () => {
  const red = changeShop(untouched, { color: 'c8323c' });
  expect(red.sort).toBe('closest-color');
  expect(readShopUrl(writeShopUrl(red))).toEqual(red);
  expect(changeShop(red, { color: '3566b0' }).sort).toBe('closest-color');
  expect(changeShop(red, { color: null }).sort).toBe('newest');
  expect(changeShop(red, noFilters).sort).toBe('newest');

  const cheapest = changeShop(untouched, { sort: 'price-low-high' });
  expect(changeShop(cheapest, { color: 'c8323c' }).sort).toBe('price-low-high');
  const newest = changeShop(red, { sort: 'newest' });
  expect(changeShop(newest, { color: '3566b0' }).sort).toBe('newest');
  expect(changeShop(newest, { color: null }).sort).toBe('newest');

  const linked = readShopUrl('?color=c8323c');
  expect(changeShop(linked, { isFavouritesOnly: true }).sort).toBe('closest-color');
  expect(readShopUrl('?sort=closest-color').sort).toBeNull();
});
