import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { facetKinds } from '#contract/catalogue/listing-values.ts';
import { createReplica } from '#contract/catalogue/replica.ts';
import { type Facets, facetsQuerySchema, searchQuerySchema } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { catalogueArbitrary, makeProduct } from '#tests/support/arbitrary-products.ts';

const kits = { _id: 'a'.repeat(24), name: 'Kits' };
const patterns = { _id: 'b'.repeat(24), name: 'Patterns' };

const keywords = (motif: string[], style: string[] = [], occasion: string[] = []) => ({
  motif,
  occasion,
  style,
  color: [],
});

const foxes = [
  makeProduct({
    _id: '1',
    title: 'Fox nap',
    price: 4,
    categories: [patterns],
    designer: ['Juniper Moon'],
    keywords: keywords(['fox', 'moon'], ['flat'], ['baby shower']),
  }),
  makeProduct({
    _id: '2',
    title: 'Fox run',
    price: 9,
    categories: [patterns, kits],
    designer: ['Clementine Fox'],
    keywords: keywords(['fox'], ['flat']),
  }),
  makeProduct({
    _id: '3',
    title: 'Fox kit',
    price: 20,
    categories: [kits],
    designer: ['Juniper Moon'],
    isDesignerFavourite: true,
    keywords: keywords(['fox', 'moon'], ['watercolor']),
  }),
];
const whale = makeProduct({ _id: '4', title: 'Whale', keywords: keywords(['whale']) });

function replicaOf(products = [...foxes, whale]) {
  const replica = createReplica();
  replica.apply(products, []);
  const facets = (query: Record<string, string>) =>
    replica.facets(v.parse(facetsQuerySchema, query));
  const search = (query: Record<string, string>) =>
    replica.search(v.parse(searchQuerySchema, { limit: '100', ...query }));
  return { facets, search, idsOf: (query: Record<string, string>) => exactIds(search(query)) };
}

function exactIds({
  products,
  exact,
}: {
  products: { _id: string }[];
  exact?: number | undefined;
}) {
  return products
    .slice(0, exact)
    .map(({ _id }) => _id)
    .sort();
}

test('the results of a search are counted by category, designer and keywords, the most frequent words first', () => {
  const { facets } = replicaOf();

  expect(facets({ query: 'fox' })).toEqual({
    categories: [
      { ...kits, count: 2 },
      { ...patterns, count: 2 },
    ],
    designers: [
      { name: 'Clementine Fox', count: 1 },
      { name: 'Juniper Moon', count: 2 },
    ],
    motif: [
      { word: 'fox', count: 3 },
      { word: 'moon', count: 2 },
    ],
    occasion: [{ word: 'baby shower', count: 1 }],
    style: [
      { word: 'flat', count: 2 },
      { word: 'watercolor', count: 1 },
    ],
  });
});

test('a kind is counted without its own filter, and with all others', () => {
  const { facets } = replicaOf();

  const found = facets({ query: 'fox', category: kits._id, maxPrice: '10' });

  expect(found.categories).toEqual([
    { ...kits, count: 1 },
    { ...patterns, count: 2 },
  ]);
  expect(found.designers).toEqual([{ name: 'Clementine Fox', count: 1 }]);
  expect(found.style).toEqual([{ word: 'flat', count: 1 }]);
});

test.each([
  [{ category: kits._id }, ['2', '3']],
  [{ designer: 'Juniper Moon' }, ['1', '3']],
  [{ favourites: '1' }, ['3']],
  [{ minPrice: '5', maxPrice: '10' }, ['2']],
  [{ motif: 'moon' }, ['1', '3']],
  [{ style: 'flat,watercolor' }, ['1', '2', '3']],
  [{ motif: 'moon', style: 'flat' }, ['1']],
  [{ occasion: 'wedding' }, []],
])('a search filtered by %j finds %j', (filters, ids) => {
  const { idsOf } = replicaOf();

  expect(idsOf({ query: 'fox', ...filters })).toEqual(ids);
});

test('close designs obey the filters, and fill up what the filters leave', () => {
  const { search } = replicaOf();

  const found = search({ query: 'fox whale', motif: 'fox', maxPrice: '10' });

  expect(found.exact).toBe(0);
  expect(found.products.map(({ _id }) => _id).sort()).toEqual(['1', '2']);
});

test('where no design has every word, the close ones are counted', () => {
  const { facets } = replicaOf();

  expect(facets({ query: 'fox whale' }).motif).toContainEqual({ word: 'whale', count: 1 });
});

test('a spelling is only corrected where no filter could be to blame', () => {
  const { search } = replicaOf([whale, makeProduct({ _id: '5', title: 'Hedgehog' })]);

  expect(search({ query: 'hegdehgo' }).nearest).toMatchObject([{ text: 'hedgehog', total: 1 }]);
  expect(search({ query: 'hegdehgo', maxPrice: '99' }).nearest).toEqual([]);
});

test('at most twelve words of a kind are offered', () => {
  const many = Array.from({ length: 30 }, (_, place) => `motif ${place}`);
  const { facets } = replicaOf([{ ...whale, keywords: keywords(many) }]);

  expect(facets({ query: 'whale' }).motif).toHaveLength(limits.facetWords);
});

test('a chosen word is counted even if twelve others are more frequent', () => {
  const common = Array.from({ length: 12 }, (_, place) => `motif ${place + 10}`);
  const { facets } = replicaOf([
    makeProduct({ _id: '1', title: 'Fox', keywords: keywords([...common, 'moon', 'tent']) }),
    makeProduct({ _id: '2', title: 'Fox', keywords: keywords(common) }),
  ]);

  const { motif } = facets({ query: 'fox', motif: 'tent' });

  expect(motif).toHaveLength(13);
  expect(motif.at(-1)).toEqual({ word: 'tent', count: 1 });
});

const optionsOf = (facets: Facets) => [
  ...facets.categories.map(({ _id, count }) => ['category', _id, count] as const),
  ...facets.designers.map(({ name, count }) => ['designer', name, count] as const),
  ...(['motif', 'occasion', 'style'] as const).flatMap((kind) =>
    facets[kind].map(({ word, count }) => [kind, word, count] as const),
  ),
];

test('choosing an option alone in its kind leaves as many designs as it says', () => {
  fc.assert(
    fc.property(
      catalogueArbitrary(30),
      fc.constantFrom('fox', 'moon', 'daisy fox', 'apple', ''),
      fc.record(
        {
          designer: fc.constant('Juniper Moon'),
          maxPrice: fc.constantFrom('3', '8'),
          favourites: fc.constant('1'),
        },
        { requiredKeys: [] },
      ),
      (products, query, filters) => {
        const replica = createReplica();
        replica.apply(products, []);
        const asked = { query, ...filters };
        const facets = replica.facets(v.parse(facetsQuerySchema, asked));
        for (const [kind, value, count] of optionsOf(facets)) {
          expect(facetKinds).toContain(kind);
          const chosen = v.parse(searchQuerySchema, { ...asked, [kind]: value, limit: '100' });
          const { exact = 0, total } = replica.search(chosen);
          // Of close ones, more may come nearer than before.
          if (exact > 0) expect(count, `${kind} ${value}`).toBe(exact);
          else expect(count).toBeLessThanOrEqual(total);
        }
      },
    ),
  );
});
