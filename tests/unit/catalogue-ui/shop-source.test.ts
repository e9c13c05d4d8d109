import { describe, expect, test } from 'vitest';
import type { Product } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { readShopUrl } from '#features/catalogue/filter-url.ts';
import { filterParameters, shopSource, snapshotPage } from '#features/catalogue/shop-source.ts';

const range = { minPrice: 4, maxPrice: 60 };

describe('which call answers', () => {
  test('uses the snapshot for untouched pages (F13)', () => {
    expect(shopSource(readShopUrl(''))).toBe('snapshot');
    expect(shopSource(readShopUrl('?page=4'))).toBe('snapshot');
  });

  test('uses the filter call from the first filter or sort on (F13)', () => {
    expect(shopSource(readShopUrl('?sort=newest'))).toBe('filter');
    expect(shopSource(readShopUrl('?minPrice=5&page=2'))).toBe('filter');
  });

  test('uses the filter call, newest first, for untouched pages past the snapshot', () => {
    const pastEnd = readShopUrl(`?page=${Math.ceil(limits.snapshotSize / limits.shopPageSize)}`);
    expect(shopSource(pastEnd)).toBe('filter');
    expect(filterParameters(pastEnd, range).sort).toBe('newest');
  });
});

test('sends every chosen filter, the page, its size and the sort', () => {
  const ids = ['0'.repeat(24), '1'.repeat(24)];
  const query = readShopUrl(
    `?category=${ids.join(',')}&designer=Juniper Moon&favourites=1&minPrice=5&maxPrice=20&motif=moon,fox&style=flat&sort=z-a&page=3`,
  );
  expect(filterParameters(query, range)).toEqual({
    category: ids.join(','),
    designer: 'Juniper Moon',
    favourites: '1',
    minPrice: '5',
    maxPrice: '20',
    motif: 'fox,moon',
    style: 'flat',
    page: '3',
    limit: '28',
    sort: 'z-a',
  });
});

describe('a page of the snapshot', () => {
  const products = Array.from({ length: 60 }, (_, at) => ({ title: `${at}` }) as Product);
  const titlesOf = (page: number) =>
    snapshotPage({ products, totalPages: 3 }, page).products.map(({ title }) => Number(title));

  test('holds 28 cards, the last page the rest', () => {
    expect(titlesOf(1)).toEqual(Array.from({ length: 28 }, (_, at) => at));
    expect(titlesOf(3)).toEqual([56, 57, 58, 59]);
    expect(titlesOf(4)).toEqual([]);
  });

  test('knows the total only if the snapshot is complete', () => {
    expect(snapshotPage({ products, totalPages: 3 }, 1).total).toBe(60);
    const full = Array.from({ length: limits.snapshotSize }, () => ({}) as Product);
    expect(snapshotPage({ products: full, totalPages: 90 }, 1).total).toBeNull();
  });
});
