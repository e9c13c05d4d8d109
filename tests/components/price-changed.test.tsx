import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { paths, productPath } from '#contract/shop/paths.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { cartLink, newUser, openShop } from '#tests/support/open-shop.tsx';
import { Refusal } from '#tests/support/shop-at-fetch.ts';

const image = {
  _id: '9'.repeat(24),
  url: 'data:,a.avif',
  width: 640,
  height: 640,
  color: '#fff8ee',
};
const first = makeProduct({
  _id: '1'.repeat(24),
  title: 'Plain stripes',
  price: 8,
  images: [image],
});
const second = makeProduct({
  _id: '2'.repeat(24),
  title: 'Small foxes',
  price: 4,
  images: [image],
});
const cart = [first._id, second._id];

const summary = page.getByRole('region', { name: 'Order summary' });
const lineOf = ({ title }: typeof first) =>
  page
    .getByRole('list', { name: 'Designs in your cart' })
    .getByRole('listitem')
    .filter({ hasText: title });
const removeButton = ({ title }: typeof first) =>
  page.getByRole('button', { name: `Remove ${title}` });

/** Whether the line's picture is drawn in grey. */
function isGrey(line: typeof first): boolean {
  let above: Element | null = lineOf(line).element().querySelector('img');
  if (!above) throw new Error('The line has no picture');
  while (above && !getComputedStyle(above).filter.includes('grayscale')) {
    above = above.parentElement;
  }
  return above !== null;
}

test('greys out a design that is no longer sold, outside every total (I08, O07)', async () => {
  const gone = { ...first, isBuyable: false };
  await openShop({
    path: paths.cart.path,
    products: [gone, second],
    cart,
    user: newUser(),
  });
  await expect.element(lineOf(gone)).toMatchTextContent('No longer sold');
  await expect.element(lineOf(gone)).not.toMatchTextContent('$');
  expect([isGrey(gone), isGrey(second)]).toEqual([true, false]);
  await expect.element(summary).toMatchTextContent('1 design$4.00');
  await expect.element(summary).toMatchTextContent('Total$4.00');

  await removeButton(second).click();
  await expect.element(page.getByRole('button', { name: 'Proceed' })).toBeDisabled();
  await removeButton(gone).click();
  await expect.element(cartLink(0)).toBeVisible();
});

test('points out a price that changes while the cart is open (S09)', async () => {
  const shop = await openShop({
    path: paths.cart.path,
    products: [first, second],
    cart,
    user: newUser(),
  });
  await expect.element(summary).toMatchTextContent('Total$12.00');
  shop.change(first._id, { price: 10 });
  shop.change(second._id, { discountedPrice: 3 });
  // A refresh that began before the prices changed serves the first time.
  const said = () => {
    dispatchEvent(new Event('online'));
    return lineOf(first).getByRole('status').element().textContent;
  };
  await expect.poll(said, { interval: 500 }).toBe(`${first.title}: Price went up: it was $8.00`);
  await expect
    .element(lineOf(second).getByRole('status'))
    .toHaveTextContent(`${second.title}: Price went down: it was $4.00`);
  await expect.element(summary).toMatchTextContent('Total$13.00');
});

test('a visitor’s cart says how old its prices are, and loads them again', async () => {
  vi.setSystemTime(Date.now() - 300_000);
  const shop = await openShop({ path: productPath(first._id), products: [first, second] });
  for (const [place, { _id }] of [first, second].entries()) {
    if (place > 0) await shop.goto(productPath(_id));
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect.element(cartLink(place + 1)).toBeVisible();
  }
  shop.change(first._id, { price: 9.5 });
  vi.useRealTimers();
  // Nothing answers at first.
  const answer = shop.hold('product');
  shop.handlers.product = ({ params }) => {
    if (params.id === second._id) throw new Refusal('NOT_FOUND');
    return shop.ask('product', params);
  };
  await shop.goto(paths.cart.path);
  // The buyer comes back to the tab.
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('Prices as seen 5 minutes ago')).toBeVisible();
  await expect.element(summary).toMatchTextContent('Total$12.00');
  answer();
  await expect.element(lineOf(second)).toMatchTextContent('No longer sold');
  await expect.element(lineOf(first)).toMatchTextContent('Price went up: it was $8.00');
  await expect.element(summary).toMatchTextContent('Total$9.50');
  await shop.goto(productPath(second._id));
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add to Cart' })).toHaveLength(0);
});
