import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import {
  newUser,
  openShop,
  resize,
  shownUrl,
  textsOf,
  toastOf,
} from '#tests/support/open-shop.tsx';
import { Refusal } from '#tests/support/shop-at-fetch.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const products = smallCatalogue.map((product, place) => ({
  ...product,
  keywords: {
    motif: place % 2 === 0 ? ['moon', 'star'] : ['moon'],
    occasion: place % 3 === 0 ? ['baby shower'] : [],
    style: [place % 4 === 0 ? 'watercolor' : 'flat'],
    color: [],
  },
}));

const path = '/search-product?query=fox';
const panel = page.getByRole('complementary', { name: 'Filter by' });
const results = page.getByRole('region', { name: 'Results' });
const chips = page.getByRole('list', { name: 'Chosen filters' });
const choice = (name: string | RegExp) => panel.getByRole('checkbox', { name });
const titles = () =>
  [...results.element().querySelectorAll('article h3')].map((title) => title.textContent);

test('the shop is narrowed by words, each with its number of designs', async () => {
  const shop = await openShop({ path: '/shop', products });
  const { motif, categories } = shop.ask('productsFacets');
  const star = motif.find(({ word }) => word === 'star')?.count ?? 0;
  expect(star).toBeGreaterThan(0);
  await expect.element(choice(`star ${star} designs`)).toBeVisible();
  await expect
    .element(choice(`${categories[0]?.name} ${categories[0]?.count} designs`))
    .toBeVisible();
  await expectSoundScreen();

  await choice(/^star/).click();
  await choice(/^watercolor/).click();
  await expect.poll(shownUrl).toBe('/shop?motif=star&style=watercolor&sort=newest');
  const asked = { motif: 'star', style: 'watercolor', limit: '28' };
  const found = shop.ask('productsFilter', asked);
  await expect.poll(titles).toEqual(found.products.map(({ title }) => title));
  expect(textsOf(chips.getByRole('button'))).toEqual(['star', 'watercolor', 'Clear all']);

  await shop.goto(shownUrl());
  await expect.poll(titles).toEqual(found.products.map(({ title }) => title));
  await expect.element(choice(/^star/)).toBeChecked();
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(shownUrl).toBe('/shop?sort=newest');
});

test.each(['/shop?', `${path}&`])(
  'shelves of %s are there before the counts, which move none of them',
  async (listing) => {
    let count = () => {};
    await openShop({
      path: `${listing}designer=Former%20Name`,
      products,
      prepare({ hold }) {
        count = hold('productsFacets');
      },
    });
    const places = () =>
      [...panel.element().querySelectorAll('label')].map(
        (label) => `${label.querySelector('span')?.firstChild?.textContent} at ${label.offsetTop}`,
      );
    await expect.element(choice('Former Name')).toBeChecked();
    expect(panel.getByRole('group', { name: 'Colour' }).elements()).toEqual([]);
    const before = places();
    await choice('Sea').click();
    count();
    await expect.element(panel.getByRole('group', { name: 'Colour' })).toBeVisible();
    expect(places().slice(0, before.length)).toEqual(before);
    await expect.element(choice('Former Name 0 designs')).toBeChecked();
    await expect.element(choice('Sea 0 designs')).toBeChecked();
  },
);

test('on a phone the shop’s counts are only asked for in its drawer', async () => {
  await resize(360, 780);
  const shop = await openShop({ path: '/shop', products });
  await expect.poll(() => titles().length).toBe(28);
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('checkbox', { name: /^baby shower/ }).click();
  await drawer.getByRole('checkbox', { name: /^watercolor/ }).click();
  await expect.poll(shownUrl).toBe('/shop?occasion=baby%20shower&style=watercolor&sort=newest');
  await expectSoundScreen();
  await drawer.getByRole('button', { name: /^Show \d+ design/ }).click();
  await expect.element(drawer).toHaveLength(0);
  await chips.getByRole('button', { name: 'Remove baby shower' }).click();
  const left = shop.ask('productsFilter', { style: 'watercolor', limit: '28' });
  await expect.poll(titles).toEqual(left.products.map(({ title }) => title));
  expect(shop.queriesOf('productsFacets')).toEqual([
    {},
    { occasion: 'baby shower' },
    { occasion: 'baby shower', style: 'watercolor' },
  ]);
});

test('a word chosen in the shop moves no other, and none that it leaves without designs goes', async () => {
  const motifs = Array.from('abcdefghijkl', (letter) => `motif ${letter}`);
  await openShop({
    path: '/shop',
    products: products.map((product, place) => ({
      ...product,
      keywords: {
        ...product.keywords,
        motif: place % 4 === 0 ? ['moon'] : ['moon', ...motifs],
        occasion: Array.from({ length: 13 }, (_, number) => `day ${(place + 1) % 4}-${number}`),
      },
    })),
  });
  await expect.element(choice(/^motif a \d+ designs$/)).toBeVisible();
  const names = () =>
    [...panel.element().querySelectorAll('label')].map((label) => label.firstChild?.textContent);
  const before = names();
  await choice(/^watercolor/).click();
  await expect.element(choice('motif a 0 designs')).toBeVisible();
  expect(names()).toEqual(before);
  // Twelve others come first in the answer, so it could leave some designs.
  await expect.element(panel.getByRole('checkbox', { name: 'day 0-0', exact: true })).toBeVisible();
});

test('what an old address of the shop chose can be taken off', async () => {
  await openShop({ path: `/shop?designer=Former%20Name&category=${'f'.repeat(24)}`, products });
  await expect.element(choice('Former Name 0 designs')).toBeChecked();
  await expect.element(choice('Unknown category 0 designs')).toBeChecked();
  await choice(/^Former Name/).click();
  await choice(/^Unknown category/).click();
  await expect.poll(shownUrl).toBe('/shop?sort=newest');
});

test('the drawer’s filters don’t wait for the page to be idle', async () => {
  await resize(360, 780);
  await openShop({ path: '/shop', products });
  await expect.poll(() => titles().length).toBe(28);
  const open = page.getByRole('button', { name: 'Filters' });
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await open.click();
  await expect.element(drawer.getByRole('checkbox', { name: /^star/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).toHaveLength(0);
  const idle = vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0);
  onTestFinished(() => idle.mockRestore());
  await open.click();
  await expect.element(drawer.getByRole('checkbox', { name: /^star/ })).toBeVisible();
});

test('the shop’s filters are saved with their words', async () => {
  const shop = await openShop({
    path: '/shop?style=flat&motif=star&sort=a-z&page=1',
    products,
    user: newUser(),
    prepare({ handlers }) {
      handlers.saveSearch = () => ({ searches: [] });
    },
  });
  await page.getByRole('button', { name: 'Tell me about new designs' }).click();
  await expect.element(toastOf(messages.savedSearch.saved)).toBeVisible();
  expect(shop.bodiesOf('saveSearch')).toEqual([{ words: '', filters: 'motif=star&style=flat' }]);
});

test('results are narrowed by the shop’s filters and by words, each with its number of designs', async () => {
  const shop = await openShop({ path, products });
  const { motif, designers } = shop.ask('productsFacets', { query: 'fox' });
  const star = motif.find(({ word }) => word === 'star')?.count ?? 0;
  const juniper = designers.find(({ name }) => name === 'Juniper Moon')?.count ?? 0;
  expect(star).toBeGreaterThan(0);
  await expect.element(choice(`star ${star} designs`)).toBeVisible();
  await expectSoundScreen();

  await choice(/^star/).click();
  await expect.poll(shownUrl).toBe('/search-product?query=fox&motif=star');
  const asked = { query: 'fox', motif: 'star', limit: '10' };
  const found = shop.ask('productsSearch', asked);
  await expect.poll(titles).toEqual(found.products.map(({ title }) => title));
  await expect.element(chips.getByRole('button', { name: 'Remove star' })).toBeVisible();
  // Its own kind is counted as before, the others with it.
  await expect.element(choice(`star ${star} designs`)).toBeChecked();
  expect(juniper).toBeGreaterThan(0);

  await choice(/^Clementine Fox/).click();
  await expect
    .poll(shownUrl)
    .toBe('/search-product?query=fox&designer=Clementine%20Fox&motif=star');
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(shownUrl).toBe(path);
  await expect.element(chips).toHaveLength(0);
});

test('what is chosen can be taken off, even if it leaves nothing', async () => {
  await openShop({ path: `${path}&occasion=wedding`, products });
  await expect.element(results).toMatchTextContent('No products found.');
  await expect
    .element(results)
    .toMatchTextContent('No design matches “fox” and all these filters.');
  await expect.element(choice('wedding 0 designs')).toBeChecked();
  await results.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(shownUrl).toBe(path);
  await expect.poll(() => titles().length).toBeGreaterThan(0);
});

test('without counts, what is chosen can still be taken off, and shelves are those of the shop', async () => {
  const shop = await openShop({ path, products });
  await expect.element(choice(/^star \d+ designs?$/)).toBeVisible();
  shop.handlers.productsFacets = () => {
    throw new Refusal('TOO_MANY');
  };
  await choice(/^star/).click();
  await expect.poll(shownUrl).toBe(`${path}&motif=star`);
  await expect.element(choice(/^star$/)).toBeChecked();
  await expect.element(choice(/^Juniper Moon$/)).toBeVisible();
  await expect.element(choice(/^moon/)).toHaveLength(0);
  await expectSoundScreen();

  delete shop.handlers.productsFacets;
  await choice(/^star$/).click();
  await expect.poll(shownUrl).toBe(path);
  await expect.element(choice(/^star \d+ designs?$/)).toBeVisible();
});

test('a value that leaves the list when it is taken off gives the focus to the one beside it', async () => {
  await openShop({ path: `${path}&occasion=wedding`, products });
  await expect.element(choice('wedding 0 designs')).toBeChecked();
  choice('wedding 0 designs').element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(shownUrl).toBe(path);
  await expect.element(choice(/^baby shower/)).toHaveFocus();
});

test('another text keeps the filters', async () => {
  await openShop({ path: `${path}&motif=star&page=2`, products });
  const box = page.getByRole('banner').getByRole('searchbox');
  await box.fill('moon');
  await expect.poll(shownUrl).toBe('/search-product?query=moon&motif=star');
});

test('what is being composed while a page past the end becomes the last stays, and is searched for', async () => {
  let answer = () => {};
  await openShop({
    path: `${path}&motif=star&page=2`,
    products,
    prepare(shop) {
      answer = shop.hold('productsSearch');
    },
  });
  const box = page.getByRole('banner').getByRole('searchbox');
  await expect.element(box).toBeVisible();
  const compose = (kind: string) =>
    box.element().dispatchEvent(new CompositionEvent(kind, { bubbles: true }));
  compose('compositionstart');
  await box.fill('moon');
  answer();
  await expect.poll(shownUrl).toBe(`${path}&motif=star`);
  await expect.element(box).toHaveValue('moon');
  compose('compositionend');
  await expect.poll(shownUrl).toBe('/search-product?query=moon&motif=star');
});

test('on a phone the filters are in the shop’s drawer, with the number of those set', async () => {
  await resize(360, 780);
  await openShop({ path: `${path}&motif=star`, products });
  await page.getByRole('button', { name: 'Filters 1 active' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('checkbox', { name: /^baby shower/ }).click();
  await expect.poll(shownUrl).toBe(`${path}&motif=star&occasion=baby%20shower`);
  await expectSoundScreen();
  await drawer.getByRole('button', { name: /^Show \d+ design/ }).click();
  await expect.element(drawer).toHaveLength(0);
  expect(textsOf(chips.getByRole('button'))).toEqual(['star', 'baby shower', 'Clear all']);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(shownUrl).toBe(path);
});

test('a search is saved with its filters', async () => {
  const shop = await openShop({
    path: `${path}&motif=star&maxPrice=9`,
    products,
    user: newUser(),
    prepare({ handlers }) {
      handlers.saveSearch = () => ({ searches: [] });
    },
  });
  await page.getByRole('button', { name: 'Tell me about new designs' }).click();
  await expect.element(toastOf(messages.savedSearch.saved)).toBeVisible();
  expect(shop.bodiesOf('saveSearch')).toEqual([{ words: 'fox', filters: 'maxPrice=9&motif=star' }]);
});
