import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Collection } from '#contract/shop/collection.ts';
import { collectionPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { openShop, resize, shownUrl, textsOf } from '#tests/support/open-shop.tsx';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

/** The designs as one collection. */
function forestOf(products: readonly Product[]): { collections: Collection[] } {
  return {
    collections: [
      {
        _id: 'c'.repeat(24),
        slug: 'forest',
        formerSlugs: ['wood'],
        name: 'In the forest',
        description: '',
        image: { url: '/images/forest.webp', width: 640, height: 640, color: '#ffffff' },
        productIds: products.map(({ _id }) => _id),
        singlesPrice: 10,
        price: null,
        whole: null,
      },
    ],
  };
}

const panel = page.getByRole('complementary', { name: 'Filter by' });
const results = page.getByRole('region', { name: 'Results' });
const chips = page.getByRole('list', { name: 'Chosen filters' });
const titles = () =>
  [...results.element().querySelectorAll('article h3')].map((title) => title.textContent);

const designs = smallCatalogue.slice(0, 6).map((product, place) => ({
  ...product,
  keywords: {
    motif: place % 2 === 0 ? ['moon', 'star'] : ['moon'],
    occasion: [],
    style: [],
    color: [],
  },
}));
// In the studio's order, which is none of the shop's.
const together = [3, 0, 5, 1, 4, 2].flatMap((place) => designs[place] ?? []);

const openForest = (search: string, products: readonly Product[]) =>
  openShop({
    path: `${collectionPath('forest')}${search}`,
    products: [...designs, ...smallCatalogue.slice(6)],
    prepare: ({ handlers }) => {
      handlers.collections = () => forestOf(products);
    },
  });

test('is narrowed by the shop’s filters, in the studio’s order, without asking the shop', async () => {
  const shop = await openForest('', together);
  await expect.element(panel.getByRole('checkbox', { name: 'star 3 designs' })).toBeVisible();
  await expect.element(panel.getByRole('checkbox', { name: 'moon 6 designs' })).toBeVisible();
  expect(titles()).toEqual(together.map(({ title }) => title));
  await expectSoundScreen();

  await panel.getByRole('checkbox', { name: /^star/ }).click();
  await expect.poll(shownUrl).toBe(`${collectionPath('forest')}?motif=star`);
  const starred = together.filter(({ keywords }) => keywords.motif.includes('star'));
  await expect.poll(titles).toEqual(starred.map(({ title }) => title));
  await expect.element(results.getByRole('status')).toMatchTextContent('3 designs');

  await shop.goto(`${collectionPath('forest')}?motif=star&maxPrice=0.01`);
  await expect.element(results).toMatchTextContent('No products found.');
  await results.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(shownUrl).toBe(collectionPath('forest'));
  await expect.poll(() => titles().length).toBe(6);
  expect(shop.queriesOf('productsFacets')).toEqual([]);
  expect(shop.queriesOf('productsFilter')).toEqual([]);
});

test('has its filters in the drawer on a phone', async () => {
  await resize(360, 780);
  await openForest('?motif=star', together);
  await page.getByRole('button', { name: 'Filters 1 active' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expect.element(drawer.getByRole('checkbox', { name: 'star 3 designs' })).toBeChecked();
  await expectSoundScreen();
  await drawer.getByRole('button', { name: 'Show 3 designs' }).click();
  await expect.element(drawer).toHaveLength(0);
  expect(textsOf(chips.getByRole('button'))).toEqual(['star']);
  await chips.getByRole('button', { name: 'Remove star' }).click();
  await expect.poll(() => titles().length).toBe(6);
});

test('has no filters if its designs are one row, unless its address has some', async () => {
  const shop = await openForest('', together.slice(0, 4));
  await expect.poll(() => titles().length).toBe(4);
  await expect.element(panel).toHaveLength(0);
  await shop.goto(`${collectionPath('forest')}?motif=star`);
  await expect.element(panel.getByRole('checkbox', { name: /^star/ })).toBeChecked();
});

test('goes on from an address that a collection had before to the present one', async () => {
  await openShop({
    path: `${collectionPath('wood')}?from=mail`,
    products: smallCatalogue,
    prepare: ({ handlers }) => {
      handlers.collections = () => forestOf(smallCatalogue.slice(0, 1));
    },
  });
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'In the forest' }))
    .toBeVisible();
  expect(shownUrl()).toBe(`${collectionPath('forest')}?from=mail`);
});
