import { expect, test } from 'vitest';
import { noKeywords } from '#contract/keywords.ts';
import type { Product } from '#contract/product.ts';
import { arrangeShelf, everything, shelfOptions } from '#features/legal/shelf-choice.ts';

function design(part: Partial<Product> & { readonly _id: string }): Product {
  return {
    title: part._id,
    price: 10,
    discountedPrice: null,
    images: [],
    categories: [],
    designer: [],
    salesCount: 0,
    sku: '',
    description: '',
    publishedAt: '2026-01-01T00:00:00.000Z',
    isBuyable: true,
    isDesignerFavourite: false,
    tile: null,
    isForFabricShops: true,
    keywords: noKeywords,
    files: [],
    ...part,
  };
}

const animals = { _id: 'animals', name: 'Animals' };
const treats = { _id: 'treats', name: 'Treats' };
const fox = design({ _id: 'fox', price: 8, categories: [animals], designer: ['Clementine Fox'] });
const kit = design({ _id: 'kit', price: 45, categories: [treats], designer: ['Juniper Moon'] });
const pony = design({ _id: 'pony', price: 600, categories: [animals], designer: ['Juniper Moon'] });
const shelf = [fox, kit, pony];

const ids = (products: readonly Product[]) => products.map(({ _id }) => _id);

test('an untouched shelf holds every design, however cheap or dear', () => {
  expect(ids(arrangeShelf(shelf, everything)).toSorted()).toEqual(['fox', 'kit', 'pony']);
});

test('the slider takes away what costs more', () => {
  const choice = { ...everything, maxPrice: 44 };
  expect(ids(arrangeShelf(shelf, choice))).toEqual(['fox']);
  expect(ids(arrangeShelf(shelf, { ...choice, maxPrice: 45 })).toSorted()).toEqual(['fox', 'kit']);
});

test('category and designer must both fit', () => {
  const choice = { ...everything, categories: ['animals'], designers: ['Juniper Moon'] };
  expect(ids(arrangeShelf(shelf, choice))).toEqual(['pony']);
});

test('the cards stand in the chosen order', () => {
  expect(ids(arrangeShelf(shelf, { ...everything, sort: 'price-high-low' }))).toEqual([
    'pony',
    'kit',
    'fox',
  ]);
});

test('the choices are those of the cards, each once and by name', () => {
  expect(shelfOptions([kit, fox, pony])).toEqual({
    categories: [
      { value: 'animals', label: 'Animals' },
      { value: 'treats', label: 'Treats' },
    ],
    designers: ['Clementine Fox', 'Juniper Moon'],
  });
});
