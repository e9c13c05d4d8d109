import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { carryPath } from '#contract/shop/carried-lists.ts';
import { paths } from '#contract/shop/paths.ts';
import { cartLink, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';

const [first, second, third] = products;
if (!first || !second || !third) throw new Error('The catalogue is too small');
const carried = carryPath({ cart: [first._id, second._id, 'f'.repeat(24)], wishlist: [third._id] });
const lines = page.getByRole('list', { name: 'Designs in your cart' }).getByRole('listitem');

test('an address carries cart and wishlist into another browser, once and after a press', async () => {
  const shop = await openShop({ path: carried, products });
  const box = page.getByRole('region', { name: 'From your other browser' });
  await expect
    .element(box)
    .toMatchTextContent('3 designs for your cart and 1 design for your wishlist');
  expect(lines.elements()).toHaveLength(0);

  await box.getByRole('button', { name: 'Add them' }).click();
  await expect.element(toastOf('Your designs are here')).toBeVisible();
  await expect.element(cartLink(2)).toBeVisible();
  await expect.element(lines).toHaveLength(2);
  await expect.element(box).toHaveLength(0);
  expect(location.hash).toBe('');

  // Opened again by hand, it adds nothing twice.
  await shop.goto(carried);
  await box.getByRole('button', { name: 'Add them' }).click();
  await expect.element(box).toHaveLength(0);
  await expect.element(lines).toHaveLength(2);
  await shop.goto(paths.shop.path);
  const wished = page.getByRole('link', { name: `${third.title} is in your wishlist` });
  await expect.element(wished).toBeVisible();
});

test('what an address carries can be left', async () => {
  await openShop({ path: carried, products });
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect
    .element(page.getByRole('region', { name: 'From your other browser' }))
    .toHaveLength(0);
  expect(location.hash).toBe('');
  expect(lines.elements()).toHaveLength(0);
});

test('the app on an iPhone takes the address that was copied in Safari', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'));
  await openShop({ path: paths.cart.path, products });
  const field = page.getByLabelText('Cart from Safari');
  const bring = page.getByRole('button', { name: 'Bring it here' });

  await field.fill('https://shop.example/add-to-cart');
  await bring.click();
  await expect
    .element(page.getByText('Paste the whole link that you copied in Safari.'))
    .toBeVisible();
  await field.fill(`https://shop.example${carried}`);
  await bring.click();
  await expect.element(lines).toHaveLength(2);
  await expect.element(field).toHaveLength(0);
});
