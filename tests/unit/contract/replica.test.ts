import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReplica } from '#contract/catalogue/replica.ts';
import { limits } from '#contract/wire/limits.ts';
import { catalogueArbitrary, makeProduct } from '#tests/support/arbitrary-products.ts';

const everything = { query: '', search: '', page: 1, limit: 100, sort: undefined };
const day = (number: number) => `2026-02-${String(number).padStart(2, '0')}T00:00:00.000Z`;

describe('replica', () => {
  test('gives the same answers however the same products were added', () => {
    fc.assert(
      fc.property(catalogueArbitrary(30), catalogueArbitrary(30), (first, second) => {
        const direct = createReplica();
        const removed = first.slice(second.length).map(({ _id }) => _id);
        direct.apply(second, []);
        const roundabout = createReplica();
        roundabout.apply(first, []);
        roundabout.search({ ...everything, query: 'fox' });
        roundabout.setSynonyms([['zebra', 'stripehorse']]);
        direct.setSynonyms([['zebra', 'stripehorse']]);
        roundabout.apply(second, removed);
        expect(roundabout.snapshot()).toEqual(direct.snapshot());
        expect(roundabout.bestSelling(everything)).toEqual(direct.bestSelling(everything));
        const fox = { ...everything, query: 'fox', sort: 'a-z' as const };
        expect(roundabout.search(fox)).toEqual(direct.search(fox));
        for (const query of [
          'fox',
          'foxes',
          'wh',
          'whle',
          'daisy fox',
          'stripehorse',
          'zzzebra moon',
        ]) {
          const asked = { ...everything, query };
          expect(roundabout.search(asked), query).toEqual(direct.search(asked));
          expect(roundabout.bestSelling(asked), query).toEqual(direct.bestSelling(asked));
          expect(roundabout.suggest(query), query).toEqual(direct.suggest(query));
        }
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

  test('query and search must both match', () => {
    const replica = createReplica();
    replica.apply(
      [makeProduct({ _id: 'a', title: 'Fox nap' }), makeProduct({ _id: 'b', title: 'Fox run' })],
      [],
    );
    const page = replica.search({ ...everything, query: 'fox', search: 'run' });
    expect(page.products.map(({ _id }) => _id)).toEqual(['b', 'a']);
    expect(page).toMatchObject({ total: 2, exact: 1, close: [{ from: 1, without: ['run'] }] });
    const newest = replica.search({ ...everything, query: 'fox', search: 'run', sort: 'newest' });
    expect(newest).toEqual(page);
    const sold = replica.bestSelling({ ...everything, query: 'fox', search: 'run' });
    expect(sold.products).toEqual([]);
  });

  test('fills a search up to twenty with the best of the close designs, in any order', () => {
    const replica = createReplica();
    const titled = (title: string, count: number) =>
      Array.from({ length: count }, (_, salesCount) =>
        makeProduct({
          _id: `${title} ${salesCount}`,
          title,
          description: '',
          salesCount,
          publishedAt: day((salesCount % 28) + 1),
          price: salesCount,
        }),
      );
    replica.apply([...titled('Fox', 30), ...titled('Fox run', 3), ...titled('Owl', 25)], []);
    const page = { ...everything, query: 'fox run', limit: 10 };
    expect(replica.search(page)).toMatchObject({
      total: 20,
      totalPages: 2,
      exact: 3,
      close: [{ from: 3, without: ['run'] }],
    });
    const idsOf = (query: typeof page) => replica.search(query).products.map(({ _id }) => _id);
    const last = Array.from({ length: 10 }, (_, place) => `Fox ${22 - place}`);
    expect(idsOf({ ...page, page: 2 })).toEqual(last);
    expect(idsOf({ ...page, page: 3 })).toEqual([]);
    const cheap = replica.search({ ...page, limit: 100, sort: 'price-low-high' });
    expect(cheap.products.slice(3).map(({ price }) => price)).toEqual(
      Array.from({ length: 17 }, (_, place) => place + 13),
    );
    expect(replica.search({ ...page, query: 'owl' })).toMatchObject({ total: 25, exact: 25 });
    expect(replica.search({ ...page, query: 'zebra owl' })).toMatchObject({ total: 20, exact: 0 });
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

  test('filter options list what exists, with the range of prices to pay (S01, O05)', () => {
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

  test('filter options report favourites as long as there is one', () => {
    const replica = createReplica();
    replica.apply([makeProduct({ _id: 'a', isDesignerFavourite: true })], []);
    expect(replica.filterOptions().hasFavourites).toBe(true);
    replica.apply([makeProduct({ _id: 'a' })], []);
    expect(replica.filterOptions().hasFavourites).toBe(false);
  });

  test('an empty catalogue has the default price range (U02)', () => {
    expect(createReplica().filterOptions().priceRange).toEqual({ minPrice: 0, maxPrice: 100 });
  });

  test('a search is ordered by relevance unless a sort is named, best sellers by sales', () => {
    const replica = createReplica();
    const sea = [{ _id: 'c', name: 'Fox' }];
    replica.apply(
      [
        makeProduct({
          _id: 'a',
          title: 'Nap',
          categories: sea,
          salesCount: 9,
          publishedAt: day(3),
        }),
        makeProduct({ _id: 'b', title: 'Fox', salesCount: 1, publishedAt: day(1) }),
        makeProduct({ _id: 'c', title: 'Fox', salesCount: 2, publishedAt: day(1) }),
        makeProduct({ _id: 'd', title: 'Fox', salesCount: 2, publishedAt: day(2) }),
      ],
      [],
    );
    const ids = (page: { products: { _id: string }[] }) => page.products.map(({ _id }) => _id);
    const fox = { ...everything, query: 'fox' };
    expect(ids(replica.search(fox))).toEqual(['d', 'c', 'b', 'a']);
    expect(ids(replica.search({ ...fox, sort: 'relevance' }))).toEqual(['d', 'c', 'b', 'a']);
    expect(ids(replica.search({ ...fox, sort: 'newest' }))).toEqual(['a', 'd', 'b', 'c']);
    expect(ids(replica.bestSelling(fox))).toEqual(['a', 'd', 'c', 'b']);
    expect(ids(replica.bestSelling({ ...fox, sort: 'relevance' }))).toEqual(['d', 'c', 'b', 'a']);
  });

  test('answers a text being typed with designs, words and categories', () => {
    const replica = createReplica();
    const keywords = { motif: ['strawberry', 'straw hat'], occasion: [], style: [], color: [] };
    const fruit = [{ _id: 'c', name: 'Strawberries & Fruit' }];
    replica.apply(
      [
        makeProduct({ _id: 'a', title: 'Strawberry Fair', keywords, salesCount: 3 }),
        makeProduct({ _id: 'b', title: 'Strawberries', categories: fruit, price: 9 }),
        makeProduct({ _id: 'd', title: 'Whale' }),
      ],
      [],
    );
    const { products, words, categories } = replica.suggest('Straw');
    expect(products.map(({ _id }) => _id)).toEqual(['a', 'b']);
    expect(products[1]).toEqual({
      _id: 'b',
      title: 'Strawberries',
      price: 9,
      discountedPrice: null,
      image: null,
    });
    expect(words).toEqual([
      { text: 'strawberries', count: 2 },
      { text: 'straw hat', count: 1 },
    ]);
    expect(categories).toEqual(fruit);
    expect(replica.suggest('fair stra').words).toEqual([
      { text: 'fair straw', count: 1 },
      { text: 'fair strawberry', count: 1 },
    ]);
    for (const text of ['the straw', 'of a straw']) {
      const before = text.slice(0, -'straw'.length);
      expect(replica.suggest(text).words, text).toEqual([
        { text: `${before}strawberries`, count: 2 },
      ]);
      expect(replica.suggest(text).categories, text).toEqual(fruit);
    }
    expect(replica.suggest('stravber').words).toEqual([{ text: 'strawberries', count: 2 }]);
    expect(replica.suggest(' & ')).toEqual({ products: [], words: [], categories: [] });
  });

  test('suggests words from the names of designs, not from descriptions or SKUs', () => {
    const replica = createReplica();
    const named = makeProduct({
      _id: 'a',
      title: 'Zebra',
      keywords: { motif: ['zucchini', 'zinnia'], occasion: [], style: [], color: [] },
      categories: [{ _id: 'z', name: 'Zoo' }],
      designer: ['Zora'],
      description: '<p>Zeppelin</p>',
      sku: 'ZAP-1',
    });
    replica.apply([named], []);

    const texts = replica.suggest('z').words.map(({ text }) => text);

    expect(texts).toEqual(['zebra', 'zinnia', 'zoo', 'zora', 'zucchini']);
  });

  test('a search that nothing matches offers corrected words, and designs without one of them', () => {
    const replica = createReplica();
    replica.apply(
      [
        makeProduct({ _id: 'a', title: 'Hedgehog club' }),
        makeProduct({ _id: 'b', title: 'Strawberry club' }),
      ],
      [],
    );
    const near = (query: string) =>
      replica
        .search({ ...everything, query })
        .nearest.map(({ text, total, products }) => [text, total, products[0]?._id]);
    expect(near('hegdehgo')).toEqual([['hedgehog', 1, 'a']]);
    expect(near('club strwbary')).toEqual([['club strawberry', 1, 'b']]);
    expect(near('strawberry hedgehog')).toEqual([]);
    // What corrects nothing isn't meant, but close.
    expect(near('zazolc qqqqqq club')).toEqual([]);
    const close = (query: string) => replica.search({ ...everything, query }).close;
    expect(close('club strwbary')).toEqual([{ from: 0, without: ['strwbary'] }]);
    for (const [one, other] of [
      ['strawberry', 'hedgehog'],
      ['hedgehgo', 'strawbery'],
      ['strawb', 'hedgehogs'],
    ]) {
      expect(close(`${one} ${other}`)).toEqual([
        { from: 0, without: [one] },
        { from: 1, without: [other] },
      ]);
    }
    // A word that searches know is right, whether a design has it or not.
    expect(near('moody')).toEqual([]);
    expect(near('qqqq')).toEqual([]);
    expect(near('club')).toEqual([]);
  });
});
