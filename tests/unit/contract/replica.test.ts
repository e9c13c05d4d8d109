import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { createReplica } from '#contract/replica.ts';
import { catalogueArbitrary, makeProduct } from '#tests/support/arbitrary-products.ts';

const everything = { query: '', search: '', page: 1, limit: 100, sort: undefined };
const day = (number: number) => `2026-02-${String(number).padStart(2, '0')}T00:00:00.000Z`;

describe('replica', () => {
  test('answers alike however the same products came in', () => {
    fc.assert(
      fc.property(catalogueArbitrary(30), catalogueArbitrary(30), (first, second) => {
        const direct = createReplica();
        const removed = first.slice(second.length).map(({ _id }) => _id);
        direct.apply(second, []);
        const roundabout = createReplica();
        roundabout.apply(first, []);
        roundabout.search({ ...everything, query: 'fox' });
        roundabout.apply(second, removed);
        expect(roundabout.snapshot()).toEqual(direct.snapshot());
        expect(roundabout.bestSelling(everything)).toEqual(direct.bestSelling(everything));
        const fox = { ...everything, query: 'fox', sort: 'a-z' as const };
        expect(roundabout.search(fox)).toEqual(direct.search(fox));
      }),
    );
  });

  test('best sellers have been sold, most sold first, at most a hundred (S05)', () => {
    const replica = createReplica();
    const products = Array.from({ length: 130 }, (_, sold) =>
      makeProduct({ _id: String(sold).padStart(24, '0'), salesCount: sold }),
    );
    replica.apply(products, []);
    const page = replica.bestSelling(everything);
    expect(page.total).toBe(100);
    expect(page.products[0]?.salesCount).toBe(129);
    expect(page.products.at(-1)?.salesCount).toBe(30);
  });

  test('an explicit sort only reorders the best sellers', () => {
    const replica = createReplica();
    replica.apply(
      [
        makeProduct({ _id: 'a', title: 'Zebra', salesCount: 9 }),
        makeProduct({ _id: 'b', title: 'Ant', salesCount: 1 }),
        makeProduct({ _id: 'c', title: 'Aardvark', salesCount: 0 }),
      ],
      [],
    );
    const titles = replica
      .bestSelling({ ...everything, sort: 'a-z' })
      .products.map(({ title }) => title);
    expect(titles).toEqual(['Ant', 'Zebra']);
  });

  test('query and search are both wanted', () => {
    const replica = createReplica();
    replica.apply(
      [makeProduct({ _id: 'a', title: 'Fox nap' }), makeProduct({ _id: 'b', title: 'Fox run' })],
      [],
    );
    const page = replica.search({ ...everything, query: 'fox', search: 'run' });
    expect(page.products.map(({ _id }) => _id)).toEqual(['b']);
  });

  test('new arrivals and the snapshot are newest first (S06, S03)', () => {
    const replica = createReplica();
    replica.apply(
      [1, 3, 2].map((number) => makeProduct({ _id: String(number), publishedAt: day(number) })),
      [],
    );
    expect(replica.newArrivals().products.map(({ _id }) => _id)).toEqual(['3', '2', '1']);
    expect(replica.snapshot().products.map(({ _id }) => _id)).toEqual(['3', '2', '1']);
  });

  test('a snapshot says whether it holds every design', () => {
    const replica = createReplica();
    const numbered = (number: number) => makeProduct({ _id: String(number).padStart(24, '0') });
    replica.apply(
      Array.from({ length: limits.snapshotSize }, (_, place) => numbered(place)),
      [],
    );
    expect(replica.snapshot()).toMatchObject({ isWhole: true, totalPages: 72 });
    replica.apply([numbered(limits.snapshotSize)], []);
    expect(replica.snapshot()).toMatchObject({ isWhole: false, totalPages: 72 });
    expect(replica.snapshot().products).toHaveLength(limits.snapshotSize);
  });

  test('filter options name what is there, with the range of prices to pay (S01, O05)', () => {
    const replica = createReplica();
    replica.apply(
      [
        makeProduct({
          _id: 'a',
          price: 20,
          discountedPrice: 4,
          designer: ['Juniper Moon'],
          categories: [{ _id: '2', name: 'Sea' }],
        }),
        makeProduct({
          _id: 'b',
          price: 9,
          designer: ['Clementine Fox'],
          categories: [{ _id: '1', name: 'Land' }],
        }),
      ],
      [],
    );
    expect(replica.filterOptions()).toEqual({
      categories: [
        { _id: '1', name: 'Land' },
        { _id: '2', name: 'Sea' },
      ],
      designers: ['Clementine Fox', 'Juniper Moon'],
      priceRange: { minPrice: 4, maxPrice: 9 },
      hasFavourites: false,
    });
  });

  test('filter options tell of favourites as long as there is one', () => {
    const replica = createReplica();
    replica.apply([makeProduct({ _id: 'a', isDesignerFavourite: true })], []);
    expect(replica.filterOptions().hasFavourites).toBe(true);
    replica.apply([makeProduct({ _id: 'a' })], []);
    expect(replica.filterOptions().hasFavourites).toBe(false);
  });

  test('an empty catalogue has the default price range (U02)', () => {
    expect(createReplica().filterOptions().priceRange).toEqual({ minPrice: 0, maxPrice: 100 });
  });
});
