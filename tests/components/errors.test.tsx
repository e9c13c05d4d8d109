import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type CallName, callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { openShop, shownUrl } from '#tests/support/open-shop.tsx';
import { lose, Refusal } from '#tests/support/shop-at-fetch.ts';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';

const heading = page.getByRole('heading', { level: 1 });
const header = page.getByRole('banner');
const failed = page.getByRole('heading', { name: 'Couldn’t load designs' });
const cards = page.getByRole('region', { name: 'Results' }).getByRole('article');
const again = page.getByRole('button', { name: 'Try again' });
const shopLink = header.getByRole('link', { name: 'SHOP' });

test('the screen of a broken page can be left by going back (T15)', async () => {
  await openShop({ path: paths.terms.path });
  await expect.element(heading).toHaveTextContent('Terms and conditions');
  // A design that no screen has passed along.
  const _id = 'e'.repeat(24);
  history.pushState({ usr: { product: { _id } }, key: 'broken', idx: 1 }, '', productPath(_id));
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  await expect.element(heading).toHaveTextContent('Unexpected Application Error!');
  const { error } = console;
  expect(vi.mocked(error).mock.calls.join()).toContain('TypeError');
  vi.mocked(error).mockClear();

  history.back();
  await expect.element(heading).toHaveTextContent('Terms and conditions');
  await expect.element(header).toBeVisible();
});

test("does not accept somebody else's page as an answer", async () => {
  await openShop({ path: paths.terms.path, products });
  // As a hotel's network answers before its guest has paid.
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const { url } = new Request(input, init);
    if (new URL(url).pathname !== callPath('products')) return fetch(input, init);
    return new Response('<h1>Welcome to our hotel</h1>', {
      headers: { 'Content-Type': 'text/html' },
    });
  };
  await shopLink.click();
  await expect.element(failed).toBeVisible();
});

test.each<[CallName, () => Promise<void>]>([
  ['products', () => shopLink.click()],
  ['productsBestSelling', () => page.getByRole('link', { name: 'Best sellers' }).click()],
  [
    'productsSearch',
    async () => {
      await header.getByRole('searchbox').fill('fox');
      await userEvent.keyboard('{Enter}');
    },
  ],
])('offers a retry for a listing that did not load: %s', async (name, open) => {
  const shop = await openShop({ path: paths.terms.path, products });
  shop.handlers[name] = lose;
  await open();
  await expect.element(failed).toBeVisible();
  delete shop.handlers[name];
  await again.click();
  await expect.element(cards.first()).toBeVisible();
  await expect.element(failed).toHaveLength(0);
});

test('keeps the chosen filters when their designs do not load', async () => {
  const shop = await openShop({ path: '/shop?sort=a-z', products });
  await expect.element(cards).toHaveLength(28);
  shop.handlers.productsFilter = () => {
    throw new Refusal('INTERNAL');
  };
  const sort = page.getByLabelText('Sort by');
  await userEvent.selectOptions(sort, 'z-a');
  await expect.element(failed).toBeVisible();
  await expect.element(sort).toHaveValue('z-a');
  history.back();
  await expect.element(cards).toHaveLength(28);
  expect(shownUrl()).toBe('/shop?sort=a-z');
});

test('offers a retry for a design that did not load', async () => {
  const [product] = products;
  if (!product) throw new Error('The catalogue is empty');
  const shop = await openShop({
    path: productPath(product._id),
    products,
    prepare({ handlers }) {
      handlers.product = lose;
    },
  });
  await expect.element(heading).toHaveTextContent('Couldn’t load this design');
  delete shop.handlers.product;
  await again.click();
  await expect.element(heading).toHaveTextContent(product.title);
});

test.each([
  // The studio's own words come with an answer.
  ['/', 'Welcome'],
  ['/shop', 'Shop all designs'],
  ['/sign-in', 'Sign in'],
])('renders %s even if no call is answered', async (path, title) => {
  await openShop({ path, prepare: (shop) => shop.setReachable(false) });
  await expect.element(heading).toHaveTextContent(title);
  await expect.element(header).toBeVisible();
  await expect.element(page.getByRole('contentinfo')).toBeVisible();
});
