import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { openShop, shownUrl, textsOf } from '#tests/support/open-shop.tsx';
import { lose } from '#tests/support/shop-at-fetch.ts';

const path = paths.licence.path;
const fruit = { _id: 'f'.repeat(24), name: 'Fruit' };
/** 30 designs, newest first; a page has 28. A third each costs $5.50, $7 (reduced) and $9. */
const designs = Array.from({ length: 30 }, (_, place) =>
  makeProduct({
    _id: String(place).padStart(24, '0'),
    title: `Design ${place}`,
    price: [5.5, 12, 9][place % 3] ?? 0,
    discountedPrice: place % 3 === 1 ? 7 : null,
    designer: [place % 2 === 0 ? 'Clementine Fox' : 'Juniper Moon'],
    // One of them is not among the newest.
    categories: place === 3 || place === 29 ? [fruit] : [],
    publishedAt: new Date(Date.UTC(2026, 0, 60 - place)).toISOString(),
  }),
);
const [newest] = designs;
const actualPrice = ({ price, discountedPrice }: Product) => discountedPrice ?? price;
const byMoon = designs.filter(({ designer }) => designer.includes('Juniper Moon'));

const main = page.getByRole('main');
const cards = page.getByRole('list', { name: 'Designs to license' }).getByRole('listitem');
const headings = cards.getByRole('heading');
const filters = page.getByRole('complementary', { name: 'Filter the designs' });
const slider = filters.getByRole('slider', { name: 'Price' });
const designers = filters.getByRole('group', { name: 'Designer' }).getByRole('checkbox');
const juniper = filters
  .getByRole('group', { name: 'Designer' })
  .getByRole('checkbox', { name: /^Juniper Moon/ });
const sorting = page.getByLabelText('Sort by');
const again = page.getByRole('button', { name: 'Try again' });

/** Waits for the cards of these designs, out of as many. */
async function expectCards(shown: readonly Product[], total = shown.length): Promise<void> {
  await expect.poll(() => textsOf(headings)).toEqual(shown.map(({ title }) => title));
  await expect.element(page.getByText(`${total} designs`)).toBeVisible();
}

test('explains who needs which licence (B03)', async () => {
  await openShop({ path, products: designs });
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveTextContent('Licences');
  for (const [name, needs] of [
    ['Small handmade shop', 'No extra licence'],
    ['Fabric shop', 'A single-file licence at purchase'],
    ['Wholesale and print-on-demand', 'A single-file licence for every 100 items sold'],
    ['Yearly licence', 'Renewed before the year ends'],
  ] as const) {
    const card = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await expect.element(card).toMatchTextContent(needs);
  }
});

test('filters, sorts and pages the whole catalogue, at its actual prices (N07)', async () => {
  const shop = await openShop({ path, products: designs });
  const newest28 = designs.slice(0, 28);
  await expectCards(newest28, 30);
  await expect.element(slider).toHaveAttribute('min', '5');
  await expect.element(slider).toHaveAttribute('max', '9');
  await expect.element(slider).toHaveValue('9');
  await expect.element(filters).toMatchTextContent('Any price');
  await slider.fill('6');
  await expect.poll(shownUrl).toBe(`${path}?maxPrice=6&sort=newest`);
  await expect.element(filters).toMatchTextContent('Up to $6.00');
  const cheap = designs.filter((design) => actualPrice(design) <= 6);
  await expectCards(cheap);
  await shop.reload();
  await expect.element(slider).toHaveValue('6');
  await expectCards(cheap);
  await slider.fill('7');
  await expectCards(designs.filter((design) => actualPrice(design) <= 7));
  await slider.fill('9');
  await expectCards(newest28, 30);

  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expectCards(designs.slice(28), 30);
  const category = filters
    .getByRole('group', { name: 'Category' })
    .getByRole('checkbox', { name: /^Fruit/ });
  await category.click();
  await expectCards(designs.filter(({ categories }) => categories.includes(fruit)));
  await category.click();

  await juniper.click();
  await expectCards(byMoon);
  await sorting.selectOptions('price-high-low');
  await expectCards(byMoon.toSorted((a, b) => actualPrice(b) - actualPrice(a)));

  await shop.goto(`${path}?category=${'0'.repeat(24)}&sort=newest`);
  const showAll = page.getByRole('button', { name: 'Show all designs' });
  await expect.element(showAll).toBeVisible();
  await expect.element(sorting).toHaveLength(0);
  await showAll.click();
  await expectCards(newest28, 30);
});

test('links a card to its design (N08)', async () => {
  await openShop({ path, products: designs });
  await expect.element(headings.first()).toHaveTextContent(newest?.title ?? '');
  const links = cards.getByRole('link', { name: /^BUY NOW/ });
  await expect.element(links).toHaveLength(cards.elements().length);
  await links.first().click();
  await expect.poll(shownUrl).toBe(productPath(newest?._id ?? ''));
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(newest?.title ?? '');
});

test('keeps the chosen filters if a request fails, and retries', async () => {
  const { handlers } = await openShop({ path, products: designs });
  await expect.element(cards.first()).toBeVisible();
  handlers.productsFilter = lose;
  await juniper.click();
  const failed = page.getByRole('heading', { name: 'Couldn’t load designs' });
  await expect.element(failed).toBeVisible();
  await expect.element(juniper).toBeEnabled();
  await expect.element(juniper).toBeChecked();
  delete handlers.productsFilter;
  await again.click();
  await expectCards(byMoon);
  await expect.element(juniper).toBeChecked();

  handlers.productsFilter = lose;
  await sorting.selectOptions('price-high-low');
  await expect.element(failed).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(juniper).not.toBeChecked();
});

test('without any design, keeps its layout with placeholders that link to the shop (N07, N08)', async () => {
  await openShop({
    path,
    prepare({ handlers }) {
      handlers.productsFilter = lose;
    },
  });
  await expect.element(cards).toHaveLength(6);
  await expect.element(slider).toBeDisabled();
  await expect.element(slider).toHaveAttribute('min', '30');
  await expect.element(slider).toHaveAttribute('max', '500');
  await expect.element(slider).toHaveValue('500');
  await expect.element(filters).toMatchTextContent(/\$30.*\$500/);
  await expect.element(designers).toHaveLength(2);
  await expect.element(sorting).toBeDisabled();
  await expect.element(again).toBeEnabled();
  await cards
    .first()
    .getByRole('link', { name: /^BUY NOW/ })
    .click();
  await expect.poll(shownUrl).toBe(paths.shop.path);
});
