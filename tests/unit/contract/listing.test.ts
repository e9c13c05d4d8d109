import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colorDistance, hasColor } from '#contract/catalogue/color-match.ts';
import {
  createListing,
  type ListingQuery,
  mostSoldFirst,
  newestFirst,
  sortTitle,
} from '#contract/catalogue/listing.ts';
import { exactScore } from '#contract/catalogue/rank-matches.ts';
import { labOfHex, readSwatches } from '#contract/catalogue/swatches.ts';
import type { Product } from '#contract/shop/product.ts';
import { type FilterSort, filterSorts, type Sort, sorts } from '#contract/shop/sort.ts';
import { priceToPay } from '#contract/wire/money.ts';
import {
  arbitraryCategoryIds,
  arbitraryDesigners,
  arbitraryMotifs,
  catalogueArbitrary,
  makeProduct,
} from '#tests/support/arbitrary-products.ts';

const arbitraryQuery = fc.record({
  category: arbitraryCategoryIds,
  designer: arbitraryDesigners,
  motif: arbitraryMotifs,
  favourites: fc.constantFrom(true, undefined),
  color: fc.constantFrom(undefined, undefined, '3566b0', 'c8323c', 'ffffff'),
  minPrice: fc.option(fc.integer({ min: 0, max: 16 }), { nil: undefined }),
  maxPrice: fc.option(fc.integer({ min: 0, max: 16 }), { nil: undefined }),
  sort: fc.option(fc.constantFrom<FilterSort>(...filterSorts), { nil: undefined }),
  page: fc.integer({ min: 1, max: 6 }),
  limit: fc.integer({ min: 1, max: 9 }),
});

const pay = (product: Product) => priceToPay(product.price, product.discountedPrice);
const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const orders: Record<Sort, (a: Product, b: Product) => number> = {
  newest: (a, b) => text(b.publishedAt, a.publishedAt),
  oldest: (a, b) => text(a.publishedAt, b.publishedAt),
  'price-low-high': (a, b) => pay(a) - pay(b),
  'price-high-low': (a, b) => pay(b) - pay(a),
  'a-z': (a, b) => text(sortTitle(a.title), sortTitle(b.title)),
  'z-a': (a, b) => text(sortTitle(b.title), sortTitle(a.title)),
};

/** The simplest implementation of a page. */
function slowPage(
  products: readonly Product[],
  query: ListingQuery & { readonly sort: FilterSort | undefined },
) {
  const found = products.filter(
    (product) =>
      (!query.category?.length ||
        product.categories.some(({ _id }) => query.category?.includes(_id))) &&
      (!query.designer?.length ||
        product.designer.some((name) => query.designer?.includes(name))) &&
      (!query.motif?.length ||
        product.keywords.motif.some((word) => query.motif?.includes(word))) &&
      (!query.favourites || product.isDesignerFavourite) &&
      (!query.color || hasColor(readSwatches(product.swatches), labOfHex(query.color))) &&
      (query.minPrice === undefined || pay(product) >= query.minPrice) &&
      (query.maxPrice === undefined || pay(product) <= query.maxPrice),
  );
  const { sort, color } = query;
  if (sort === 'closest-color') {
    const away = ({ swatches }: Product) =>
      colorDistance(readSwatches(swatches), labOfHex(color ?? ''));
    if (color) found.sort((a, b) => away(a) - away(b));
  } else if (sort) found.sort((a, b) => orders[sort](a, b) || text(a._id, b._id));
  const start = (query.page - 1) * query.limit;
  return {
    products: found.slice(start, start + query.limit),
    total: found.length,
    totalPages: Math.ceil(found.length / query.limit),
  };
}

describe('listing', () => {
  test('returns for every filter, sort and page what plain filtering and sorting would (S02, S30)', () => {
    fc.assert(
      fc.property(catalogueArbitrary(70), arbitraryQuery, (products, query) => {
        const ordered = [...products].sort(newestFirst);
        expect(createListing(ordered).page(query)).toEqual(slowPage(ordered, query));
      }),
      { numRuns: 400 },
    );
  });

  test('orders a search by score, then most sold, then newest', () => {
    const arbitraryFound = catalogueArbitrary(40).chain((products) =>
      fc.tuple(
        fc.constant(products),
        fc.array(fc.integer({ min: 0, max: 3 }), {
          minLength: products.length,
          maxLength: products.length,
        }),
      ),
    );
    fc.assert(
      fc.property(arbitraryFound, fc.integer({ min: 1, max: 4 }), ([products, all], page) => {
        const found = products.filter((_, place) => all[place]);
        const scoreOf = new Map(products.map((product, place) => [product, all[place] ?? 0]));
        const slots = new Map(products.map(({ _id }, place) => [_id, place]));
        const wanted = found
          .toSorted((a, b) => (scoreOf.get(b) ?? 0) - (scoreOf.get(a) ?? 0) || mostSoldFirst(a, b))
          .slice((page - 1) * 7, page * 7);
        const listing = createListing(products.toSorted(newestFirst));
        const among = {
          scores: Uint16Array.from(all, (score) => (score === 0 ? 0 : exactScore + score)),
          without: [],
          slotOf: (id: string) => slots.get(id),
        };
        expect(listing.page({ sort: 'relevance', among, page, limit: 7 })).toEqual({
          products: wanted,
          total: found.length,
          totalPages: Math.ceil(found.length / 7),
        });
      }),
    );
  });

  test('lists each product on exactly one page', () => {
    fc.assert(
      fc.property(catalogueArbitrary(40), fc.constantFrom<Sort>(...sorts), (products, sort) => {
        const listing = createListing(products);
        const { totalPages } = listing.page({ sort, page: 1, limit: 7 });
        const seen = Array.from({ length: totalPages }, (_, page) =>
          listing.page({ sort, page: page + 1, limit: 7 }).products.map(({ _id }) => _id),
        ).flat();
        expect(seen.toSorted()).toEqual(products.map(({ _id }) => _id).toSorted());
      }),
    );
  });

  test('sorts and filters by the price to pay, and treats 0 as free (OP-63)', () => {
    const full = makeProduct({ _id: 'a', price: 5 });
    const free = makeProduct({ _id: 'b', price: 40, discountedPrice: 0 });
    const raised = makeProduct({ _id: 'c', price: 3, discountedPrice: 9 });
    const listing = createListing([full, free, raised]);
    const page = listing.page({ sort: 'price-low-high', page: 1, limit: 9 });
    expect(page.products).toEqual([free, raised, full]);
    expect(listing.page({ maxPrice: 3, page: 1, limit: 9 }).products).toEqual([free, raised]);
  });

  test('returns no products and the true number of pages past the end', () => {
    const listing = createListing([makeProduct({ _id: 'a' })]);
    expect(listing.page({ page: 9, limit: 28 })).toEqual({ products: [], total: 1, totalPages: 1 });
  });

  test('sorts titles regardless of case and accents', () => {
    expect(sortTitle('Écru')).toBe(sortTitle('ecru'));
  });
});

describe('the order by title', () => {
  test.each([
    ['Set 2', 'Set 10'],
    ['Set 9', 'Set 10a'],
    ['Set2', 'Set 10'],
    ['Set 002', 'Set #3'],
    ['Set 999999999', 'Set 1000000000'],
    ['Set 99999999999999999999', 'Set 100000000000000000000'],
    ['Set 1.5', 'Set 2'],
    ['Fox', '“Gentle” owl'],
    ['Élan', 'Fox'],
    ['Łódź', 'Moon'],
    ['7 foxes', 'Fox'],
    ['Fox', 'Fox 1'],
    ["Mother's", 'Mothers z'],
  ])('puts %s before %s', (first, second) => {
    expect(sortTitle(first) < sortTitle(second)).toBe(true);
  });

  test('compares whole numbers as numbers', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 40n });
    fc.assert(
      fc.property(whole, whole, (one, other) => {
        const [a, b] = [sortTitle(`Set ${one} b`), sortTitle(`Set ${other} a`)];
        expect(a < b).toBe(one < other);
      }),
    );
  });
});
