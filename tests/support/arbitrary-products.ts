import fc from 'fast-check';
import * as v from 'valibot';
import { noKeywords } from '#contract/shop/keywords.ts';
import { type Product, productSchema } from '#contract/shop/product.ts';

const hex = (seed: number) => seed.toString(16).padStart(24, '0');
const words = [
  'Fox',
  'Moon',
  'fox',
  'Écru',
  'ecru',
  'Daisy chain',
  'Whale',
  'Zebra',
  'apple',
  'Ångström',
];
const designers = ['Clementine Fox', 'Juniper Moon'];
const categories = ['Woodland', 'Sea', 'Sky'].map((name, place) => ({
  _id: hex(900 + place),
  name,
}));

/** A product with defaults for everything a test doesn't care about. */
export function makeProduct(part: Partial<Product> & { readonly _id: string }): Product {
  return {
    ...v.getDefaults(productSchema),
    title: 'Fox nap',
    price: 12,
    discountedPrice: null,
    images: [],
    categories: [],
    designer: [],
    salesCount: 0,
    sku: `PW-${part._id.slice(-4)}`,
    description: '<p>Seamless.</p>',
    publishedAt: '2026-01-01T00:00:00.000Z',
    isBuyable: true,
    isDesignerFavourite: false,
    files: [],
    ...part,
  };
}

const productArbitrary = (seed: number): fc.Arbitrary<Product> =>
  fc
    .record({
      title: fc.constantFrom(...words),
      price: fc.integer({ min: 0, max: 30 }).map((value) => value / 2),
      discountedPrice: fc.option(fc.integer({ min: 0, max: 30 }).map((value) => value / 2)),
      categories: fc.subarray(categories),
      designer: fc.subarray(designers),
      salesCount: fc.integer({ min: 0, max: 4 }),
      isDesignerFavourite: fc.boolean(),
      keywords: fc.subarray(['tent', 'owl']).map((motif) => ({ ...noKeywords, motif })),
      swatches: fc.constantFrom(
        '',
        'c8323cf',
        'd03a447f8f1de8',
        '3566b07f8f1de8',
        '2f9e8f1f2c94ce',
      ),
      publishedAt: fc.integer({ min: 1, max: 9 }).map((day) => `2026-01-0${day}T00:00:00.000Z`),
    })
    .map((part) => makeProduct({ _id: hex(seed), ...part }));

/** Catalogues of up to `max` products with many ties, to test sort orders. */
export function catalogueArbitrary(max: number): fc.Arbitrary<Product[]> {
  return fc
    .integer({ min: 0, max })
    .chain((size) => fc.tuple(...Array.from({ length: size }, (_, seed) => productArbitrary(seed))))
    .map((products) => [...products]);
}

export const arbitraryCategoryIds = fc.subarray([...categories.map(({ _id }) => _id), hex(999)]);
export const arbitraryDesigners = fc.subarray([...designers, 'Nobody']);
export const arbitraryMotifs = fc.subarray(['tent', 'owl', 'nothing']);
