import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { productPath } from '#contract/shop/paths.ts';
import { discountPercent, formatUsd, isDiscounted, priceToPay } from '#contract/wire/money.ts';
import { openShop, resize, shownUrl, textsOf } from '#tests/support/open-shop.tsx';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';

const results = page.getByRole('region', { name: 'Results' });
const cards = results.getByRole('article');
const filters = page.getByRole('complementary', { name: 'Filter by' });
const sortMenu = page.getByLabelText('Sort by');
const paper = page.getByRole('img', { name: 'Loading designs' });
const from = filters.getByRole('textbox', { name: 'From' });
const to = filters.getByRole('textbox', { name: 'To' });
const filterButton = page.getByRole('button', { name: /^Filters/ });
const clear = (place: Locator) => place.getByRole('button', { name: 'Clear filters' });

/** The titles of the cards, also of those out of view. */
const titles = () =>
  [...results.element().querySelectorAll('h3')].map((title) => title.textContent);
const titlesOf = (designs: { readonly products: readonly { readonly title: string }[] }) =>
  designs.products.map(({ title }) => title);

/** A choice of the panel, with its number of designs. */
const counted = (name: string) => new RegExp(`^${name} \\d+ designs?$`);

const sortBy = (sort: string) => userEvent.selectOptions(sortMenu, sort);

async function enter(box: Locator, text: string): Promise<void> {
  await box.fill(text);
  await userEvent.keyboard('{Enter}');
}

const prices = products.map(({ price, discountedPrice }) => priceToPay(price, discountedPrice));
const highest = Math.ceil(Math.max(...prices));

test('shows eight paper cards until the designs arrive, and prices of 0 to 100 (F06, U02)', async () => {
  let release = () => {};
  let releaseOptions = () => {};
  await openShop({
    path: '/shop',
    products,
    prepare(shop) {
      release = shop.hold('products');
      releaseOptions = shop.hold('filterOptions');
    },
  });
  await expect.element(paper).toBeVisible();
  expect(paper.element().querySelectorAll('[data-skeleton]')).toHaveLength(8);
  await expect.element(cards).toHaveLength(0);
  await expect.element(from).toHaveValue('0');
  await expect.element(to).toHaveValue('100');

  releaseOptions();
  await expect.element(to).toHaveValue(String(highest));
  release();
  await expect.element(cards).toHaveLength(28);
  await expect.element(paper).toHaveLength(0);
});

test('requests all designs until the first change, and a filtered page from then on (F05, F12, F13, S03, U01)', async () => {
  const shop = await openShop({ path: '/shop', products });
  await expect.element(cards).toHaveLength(28);
  expect(shop.queriesOf('products'), 'page and limit are not sent').toEqual([{}]);

  const second = page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Page 2' });
  await second.click();
  await expect.poll(shownUrl).toBe('/shop?page=2');
  await expect.poll(titles).toEqual(products.slice(28).map(({ title }) => title));
  await expect.element(second).toHaveAttribute('aria-current', 'page');
  expect(shop.queriesOf('productsFilter'), 'turning the page changes nothing').toEqual([]);

  await sortBy('a-z');
  await expect.poll(shownUrl).toBe('/shop?sort=a-z');
  const sorted = titlesOf(shop.ask('productsFilter', { sort: 'a-z', limit: '28' }));
  await expect.poll(titles).toEqual(sorted);
  expect(shop.queriesOf('productsFilter')).toEqual([{ page: '1', limit: '28', sort: 'a-z' }]);

  history.back();
  await expect.poll(shownUrl).toBe('/shop?page=2');
  await expect.element(cards).toHaveLength(products.length - 28);
});

test('sorts in six ways (F03)', async () => {
  const shop = await openShop({ path: '/shop', products });
  await expect.element(cards).toHaveLength(28);
  const options = [...sortMenu.element().querySelectorAll('option')].map(({ value }) => value);
  expect(options).toEqual(['newest', 'oldest', 'price-low-high', 'price-high-low', 'a-z', 'z-a']);
  for (const sort of ['oldest', 'price-low-high', 'price-high-low', 'z-a']) {
    await sortBy(sort);
    await expect.poll(shownUrl).toBe(`/shop?sort=${sort}`);
    const sorted = titlesOf(shop.ask('productsFilter', { sort, limit: '28' }));
    await expect.poll(titles).toEqual(sorted);
  }
});

test('filters by category, designer and price, from page 1 on, and clears the filters (F01, F02, F11)', async () => {
  const shop = await openShop({ path: '/shop?page=2', products });
  const { categories, designers } = shop.ask('filterOptions');
  const [category] = categories;
  const [designer = ''] = designers;
  if (!category) throw new Error('The catalogue has no category');
  const group = (name: string) => filters.getByRole('group', { name });
  await expect.element(filters).toBeVisible();
  await expect.element(filterButton).toHaveLength(0);
  await expect.element(group('Category').getByRole('checkbox')).toHaveLength(categories.length);
  await expect.element(group('Designer').getByRole('checkbox')).toHaveLength(designers.length);
  await expect.element(group('Price').getByRole('slider')).toHaveLength(2);

  await filters.getByRole('checkbox', { name: counted(category.name) }).click();
  await expect.poll(shownUrl).toBe(`/shop?category=${category._id}&sort=newest`);
  const chosen = { category: category._id, limit: '28' };
  await expect.poll(titles).toEqual(titlesOf(shop.ask('productsFilter', chosen)));

  await filters.getByRole('checkbox', { name: counted(designer) }).click();
  const both = shop.ask('productsFilter', { ...chosen, designer });
  expect(both.total).toBeGreaterThan(1);
  await expect.element(results.getByRole('status')).toHaveTextContent(`${both.total} designs`);

  await clear(filters).click();
  await expect.poll(shownUrl).toBe('/shop?sort=newest');
  await expect.element(filters.getByRole('checkbox', { checked: true })).toHaveLength(0);
  await expect.element(cards).toHaveLength(28);

  cards.last().element().scrollIntoView();
  await expect.element(cards.last()).toBeInViewport();
  await expect.element(filters).toBeInViewport();
});

test('sends each price limit under its own rule (F11, Q14)', async () => {
  const shop = await openShop({ path: '/shop?page=2', products });
  const lastPrices = () => {
    const { minPrice, maxPrice } = shop.queriesOf('productsFilter').at(-1) ?? {};
    return [minPrice, maxPrice];
  };
  await expect.element(to).toHaveValue(String(highest));

  // Two pages are left, and the first of them is shown.
  await enter(to, String(highest - 1));
  await expect.poll(shownUrl).toBe(`/shop?maxPrice=${highest - 1}&sort=newest`);
  await expect.element(results.getByRole('status')).toMatchTextContent(/page 1 of 2$/);

  await enter(to, '9');
  await expect.poll(shownUrl).toBe('/shop?maxPrice=9&sort=newest');
  await expect.poll(lastPrices).toEqual([undefined, '9']);
  // The previous cards may stay until the answer comes.
  const maxShown = () =>
    Math.max(...textsOf(cards).map((text) => Number(text.match(/\$(\d+\.\d\d)/)?.[1])));
  await expect.poll(() => textsOf(cards)).not.toHaveLength(0);
  await expect.poll(maxShown).toBeLessThanOrEqual(9);

  await enter(from, '6.5');
  await expect.poll(lastPrices).toEqual(['6.5', '9']);

  // At or above the overall maximum there is no upper bound.
  await enter(to, String(highest + 50));
  await expect.element(to).toHaveValue(String(highest));
  await expect.poll(lastPrices).toEqual(['6.5', undefined]);

  await enter(from, '0');
  await expect.poll(shownUrl).toBe('/shop?sort=newest');
  await expect.poll(lastPrices).toEqual([undefined, undefined]);
});

test('says so when nothing matches (F07)', async () => {
  await openShop({ path: '/shop?designer=Nobody&sort=newest', products });
  await expect.element(results.getByRole('heading', { name: 'No products found.' })).toBeVisible();
  await expect.element(cards).toHaveLength(0);
  await expect.element(sortMenu).toHaveLength(0);
  await clear(results).click();
  await expect.element(cards).toHaveLength(28);
  await expect.element(sortMenu).toBeVisible();
});

test('shows what the URL says after a reload and with a shared link (F13)', async () => {
  const designer = 'Juniper Moon';
  const shop = await openShop({
    path: `/shop?designer=${encodeURIComponent(designer)}&sort=z-a`,
    products,
  });
  const shown = titlesOf(shop.ask('productsFilter', { designer, sort: 'z-a', limit: '28' }));
  await expect.poll(titles).toEqual(shown);
  await expect.element(filters.getByRole('checkbox', { name: counted(designer) })).toBeChecked();
  await expect.element(sortMenu).toHaveValue('z-a');
  await shop.goto(shownUrl());
  await expect.poll(titles).toEqual(shown);
  expect(shop.queriesOf('products'), 'a URL that carries a filter counts as changed').toEqual([]);
});

test('shows prices with two decimals, and a discount only if there is one (F08, F10, P20, U07, U08)', async () => {
  const priced = [
    { price: 10, discountedPrice: 7.5 },
    { price: 10, discountedPrice: 10 },
    { price: 10, discountedPrice: 12 },
    { price: 3, discountedPrice: 2 },
    { price: 8.4, discountedPrice: 0 },
    { price: 12, discountedPrice: null },
  ];
  const designs = products.map((product, place) => ({ ...product, ...priced[place] }));
  await openShop({ path: '/shop', products: designs });
  await expect.element(cards).toHaveLength(28);
  for (const [place, { price, discountedPrice }] of priced.entries()) {
    const card = cards.nth(place);
    await expect.element(card).toMatchTextContent(formatUsd(priceToPay(price, discountedPrice)));
    const struck = card.element().querySelectorAll('s');
    expect(struck).toHaveLength(isDiscounted(price, discountedPrice) ? 1 : 0);
  }
  const [first, , , fourth, fifth] = textsOf(cards);
  expect(first).toContain('$7.50Before: $10.0025% off');
  expect(fourth).toContain('$2.00Before: $3.0033% off');
  expect(fifth).toContain('$0.00Before: $8.40100% off');
  expect(textsOf(cards).filter((text) => text.includes('% off'))).toHaveLength(
    designs.slice(0, 28).filter((each) => discountPercent(each.price, each.discountedPrice) > 0)
      .length,
  );

  const [design] = designs;
  if (!design) throw new Error('The catalogue is empty');
  const link = cards.first().getByRole('link', { name: design.title });
  await expect.element(link).toHaveAttribute('href', productPath(design._id));
  await link.click();
  await expect.poll(shownUrl).toBe(productPath(design._id));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(design.title);
});

test('shows one to four cards per row, with the filters in a drawer on a phone (F02, F04)', async () => {
  const shop = await openShop({ path: '/shop', products });
  const [category] = shop.ask('filterOptions').categories;
  for (const [width, columns] of [
    [300, 1],
    [360, 2],
    [600, 2],
    [900, 3],
    [1440, 4],
  ] as const) {
    await resize(width, 800);
    await expect.element(cards).toHaveLength(28);
    const lefts = cards.elements().map((card) => Math.round(card.getBoundingClientRect().left));
    expect(new Set(lefts).size, `columns at ${width} px`).toBe(columns);
  }

  await resize(360, 740);
  await expect.element(filters).toHaveLength(0);
  await filterButton.click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('checkbox', { name: counted(category?.name ?? '') }).click();
  await expect.poll(shownUrl).toBe(`/shop?category=${category?._id}&sort=newest`);
  await drawer.getByRole('button', { name: /^Show \d+ designs?$/ }).click();
  await expect.element(drawer).toHaveLength(0);
  await expect.element(filterButton).toHaveAccessibleName(/1 active$/);
});

test('applies a price chosen just before the drawer is closed', async () => {
  await resize(360, 740);
  await openShop({ path: '/shop', products });
  await filterButton.click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const lowest = drawer.getByRole('slider', { name: 'Lowest price' });
  await expect.element(lowest).toBeVisible();
  const show = drawer.getByRole('button', { name: /^Show / }).element();
  // In one go: both within the debounce of a held key.
  const slider = lowest.element() as HTMLInputElement;
  const chosen = Number(slider.min) + 2;
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  value?.set?.call(slider, String(chosen));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  slider.dispatchEvent(new Event('change', { bubbles: true }));
  (show as HTMLElement).click();
  await expect.element(drawer).toHaveLength(0);
  await expect
    .poll(shownUrl)
    .toBe(`/shop?minPrice=${Math.floor(Math.min(...prices)) + 2}&sort=newest`);
});

test('shortens the pager according to the rules (F05, U03, U04, U05, U06)', async () => {
  let totalPages = 7;
  const shop = await openShop({ path: '/search-product', products });
  // A catalogue of many pages, each with the first page's designs.
  shop.handlers.productsSearch = () => ({
    ...shop.ask('productsSearch', { query: 'fox' }),
    totalPages,
  });
  const box = page.getByRole('banner').getByRole('searchbox');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const steps = () => textsOf(pages.getByRole('listitem')).filter((text) => text !== '');
  const turnTo = async (number: number) => {
    const link = page.getByRole('link', { name: `Page ${number}` });
    await link.click();
    await expect.element(link).toHaveAttribute('aria-current', 'page');
  };

  await box.fill('pattern');
  await expect.poll(steps).toEqual(['1', '2', '3', '4', '5', '6', '7']);

  totalPages = 20;
  await box.fill('seamless');
  await expect.poll(steps).toEqual(['1', '2', '3', '4', '5', '…', '20']);
  for (const [number, shown] of [
    [4, ['1', '2', '3', '4', '5', '…', '20']],
    [5, ['1', '…', '4', '5', '6', '…', '20']],
    [20, ['1', '…', '16', '17', '18', '19', '20']],
    [17, ['1', '…', '16', '17', '18', '19', '20']],
    [16, ['1', '…', '15', '16', '17', '…', '20']],
  ] as const) {
    await turnTo(number);
    await expect.poll(steps).toEqual(shown);
  }
});
