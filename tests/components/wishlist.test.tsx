import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { listenToToasts } from '#tests/support/listen-to-toasts.ts';
import { newUser, notifications, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { Refusal, type ShopAtFetch } from '#tests/support/shop-at-fetch.ts';

const fox = makeProduct({ _id: '1'.repeat(24), title: 'Fox nap' });
const moon = makeProduct({ _id: '2'.repeat(24), title: 'Moon phases' });
const products = [fox, moon];
const wishlistPath = paths.myWishlist.path;

const heading = page.getByRole('heading', { level: 1 });
const saved = page.getByRole('list', { name: 'Saved designs' }).getByRole('listitem');
const emptyWishlist = page.getByRole('heading', { name: 'Your wishlist is empty.' });
const account = page.getByRole('complementary', { name: 'Account' });
const emptyHeart = ({ title }: Product) =>
  page.getByRole('button', { name: `Save ${title} to wishlist` });
const filledHeart = ({ title }: Product) =>
  page.getByRole('link', { name: `${title} is in your wishlist` });
const removeButton = ({ title }: Product) =>
  page.getByRole('button', { name: `Remove ${title} from wishlist` });
const wishlistLink = (count: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: `Wishlist, ${count} ${count === 1 ? 'item' : 'items'}` });

/** The shop refuses, without a message. */
function refuse(): never {
  throw new Refusal('PRODUCT_UNAVAILABLE');
}

const wishes = ({ wishlist }: ShopAtFetch) => [...wishlist];

test("a visitor finds the wishlist from the header, and from a phone's menu", async () => {
  const shop = await openShop({ path: paths.home.path, products });
  await wishlistLink(0).click();
  await expect.element(emptyWishlist).toBeVisible();
  expect(location.pathname).toBe(wishlistPath);

  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(360, 740);
  await shop.goto(paths.home.path);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.element(wishlistLink(0)).toHaveLength(0);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Wishlist' }).click();
  await expect.poll(() => location.pathname).toBe(wishlistPath);
});

test('a visitor sees what they saved, and removes it again (L13, L14)', async () => {
  const shop = await openShop({ path: paths.shop.path, products });
  await emptyHeart(fox).click();
  await expect.element(filledHeart(fox)).toBeVisible();
  await emptyHeart(moon).click();
  await expect.element(wishlistLink(2)).toBeVisible();
  await filledHeart(fox).click();

  await expect.element(heading).toHaveTextContent('My wishlist');
  expect(location.pathname).toBe(wishlistPath);
  await expect.element(account).toHaveLength(0);
  await expect.element(page.getByText('Saved on this device.', { exact: false })).toBeVisible();
  await expect.element(saved).toHaveLength(2);
  await removeButton(fox).click();
  await expect.element(toastOf('Removed From Wishlist')).toBeVisible();
  await expect.element(saved).toHaveLength(1);
  await expect.element(saved).toMatchTextContent(moon.title);
  await expect.element(wishlistLink(1)).toBeVisible();
  await shop.goto(productPath(fox._id));
  await expect.element(emptyHeart(fox)).toBeVisible();
});

test('a visitor signs in from the wishlist, and finds the designs in the account (L13)', async () => {
  const user = newUser();
  const shop = await openShop({
    path: productPath(fox._id),
    products,
    wishlist: [moon._id],
    prepare({ handlers }) {
      handlers.login = () => ({ token: 'a token', ...user });
      handlers.me = () => ({ success: true, user });
    },
  });
  await emptyHeart(fox).click();
  await filledHeart(fox).click();
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabelText('Email').fill(user.email);
  await page.getByLabelText('Password', { exact: true }).fill('a long password');
  await main.getByRole('button', { name: 'Sign in' }).click();

  await expect.element(heading).toHaveTextContent('My wishlist');
  await expect.element(toastOf('1 item added from this device')).toBeVisible();
  await expect.element(saved).toHaveLength(2);
  await expect.element(saved.filter({ hasText: fox.title })).toBeVisible();
  await expect.element(saved.filter({ hasText: moon.title })).toBeVisible();
  await expect.element(page.getByText('Saved on this device.', { exact: false })).toHaveLength(0);
  await expect.poll(() => wishes(shop)).toContain(fox._id);
});

test('a pending account saves designs, sees them and removes them (L13, L14, R05)', async () => {
  const user = newUser({ status: 'pending', approved: false });
  const shop = await openShop({ path: productPath(fox._id), products, user });
  await emptyHeart(fox).click();
  await expect.poll(() => wishes(shop)).toEqual([fox._id]);
  await filledHeart(fox).click();
  await expect.element(account).toMatchTextContent('Inactive');
  expect(location.pathname).toBe(wishlistPath);
  await removeButton(fox).click();
  await expect.element(emptyWishlist).toBeVisible();
  await expect.poll(() => wishes(shop)).toEqual([]);
});

test('the details page has add to cart and a heart (G04, T09)', async () => {
  const shop = await openShop({ path: productPath(fox._id), products, user: newUser() });
  await expect.element(page.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  await emptyHeart(fox).click();
  await expect.element(filledHeart(fox)).toBeVisible();
  await expect.element(toastOf('Item added to wishlist')).toBeVisible();
  await expect.poll(() => wishes(shop)).toEqual([fox._id]);
});

test('the wishlist adds to the cart and removes (L13, L14, T10, T08)', async () => {
  const wishlist = [fox._id, moon._id];
  const shop = await openShop({ path: wishlistPath, products, wishlist, user: newUser() });
  await expect.element(saved).toHaveLength(2);
  const foxCard = saved.filter({ hasText: fox.title });
  await expect
    .element(foxCard.getByRole('link', { name: fox.title }))
    .toHaveAttribute('href', productPath(fox._id));
  await foxCard.getByRole('button', { name: /^Add to cart/ }).click();
  await expect.element(toastOf('Item added to cart')).toBeVisible();
  await expect.poll(() => [...shop.cart]).toEqual([fox._id]);

  await removeButton(fox).click();
  const removed = notifications.getByRole('listitem').filter({ hasText: 'Removed From Wishlist' });
  await expect.element(removed).toHaveClass(/error/);
  // In error style, but announced politely.
  const politely = removed.element().closest('[aria-live]')?.getAttribute('aria-live');
  expect(politely).toBe('polite');
  await expect.element(saved).toHaveLength(1);
  await expect.element(removeButton(moon)).toHaveFocus();
  await expect.poll(() => wishes(shop)).toEqual([moon._id]);
  await removeButton(moon).click();
  await expect.element(emptyWishlist).toBeVisible();
});

test('keeps a design that is no longer sold, greyed out, without a cart button (L13)', async () => {
  const sold = [{ ...fox, isBuyable: false }];
  await openShop({
    path: wishlistPath,
    products: sold,
    wishlist: [fox._id],
    user: newUser(),
  });
  await expect.element(saved).toMatchTextContent('No longer sold');
  await expect.element(saved.getByRole('button', { name: /^Add to cart/ })).toHaveLength(0);
  await expect.element(saved.getByRole('link')).toHaveLength(0);
});

test('a wish that the shop refuses empties the heart of a card again (P16, T09)', async () => {
  const shop = await openShop({ path: paths.shop.path, products, user: newUser() });
  shop.handlers.wishlistAdd = refuse;
  await expect.element(emptyHeart(fox)).toBeVisible();
  const heard = listenToToasts();
  await emptyHeart(fox).click();
  await expect.element(toastOf('Failed to update wishlist')).toBeVisible();
  await expect.element(toastOf(`${fox.title} is not in your wishlist.`)).toBeVisible();
  // One action, one toast: the shop's answer replaces the device's.
  expect(heard.most).toBe(1);
  await expect.element(emptyHeart(fox)).toBeVisible();
  await expect.element(filledHeart(fox)).toHaveLength(0);

  delete shop.handlers.wishlistAdd;
  await notifications.getByRole('button', { name: 'Try again' }).click();
  await expect.element(toastOf('Item added to wishlist')).toBeVisible();
  await expect.element(filledHeart(fox)).toBeVisible();
});

test('a wish that the shop refuses leaves the heart of the details page filled, marked as not saved (P17, T09)', async () => {
  const shop = await openShop({ path: productPath(fox._id), products, user: newUser() });
  shop.handlers.wishlistAdd = refuse;
  await emptyHeart(fox).click();
  await expect.element(toastOf('Failed to add to wishlist')).toBeVisible();
  await expect.element(page.getByText('Not saved')).toBeVisible();
  const drawing = emptyHeart(fox).element().querySelector('svg');
  expect(drawing?.getAttribute('fill')).toBe('currentColor');

  delete shop.handlers.wishlistAdd;
  await emptyHeart(fox).click();
  await expect.element(filledHeart(fox)).toBeVisible();
  await expect.element(page.getByText('Not saved')).toHaveLength(0);
  await expect.poll(() => wishes(shop)).toEqual([fox._id]);
});

test('a wish made without the shop does not count as a failed add: the heart stays, and the shop gets it later (P16)', async () => {
  const shop = await openShop({ path: paths.shop.path, products, user: newUser() });
  await expect.element(emptyHeart(fox)).toBeVisible();
  shop.setReachable(false);
  await emptyHeart(fox).click();
  await expect.element(filledHeart(fox)).toBeVisible();
  await expect.element(toastOf('Saved on this device')).toBeVisible();
  expect(wishes(shop)).toEqual([]);

  shop.setReachable(true);
  await expect.poll(() => wishes(shop)).toEqual([fox._id]);
  await expect.element(filledHeart(fox)).toBeVisible();
});

test('refused changes of the wishlist page are reported in the words for them, and nothing is lost (T08, T10)', async () => {
  const wishlist = [fox._id];
  const shop = await openShop({ path: wishlistPath, products, wishlist, user: newUser() });
  shop.handlers.cartAdd = refuse;
  shop.handlers.wishlistRemove = refuse;
  await saved.getByRole('button', { name: /^Add to cart/ }).click();
  await expect.element(toastOf('Failed to add to cart')).toBeVisible();

  await removeButton(fox).click();
  await expect.element(toastOf('Failed to remove from wishlist')).toBeVisible();
  await expect.element(toastOf(`${fox.title} is back in your wishlist.`)).toBeVisible();
  await expect.element(toastOf('Removed From Wishlist')).toHaveLength(0);
  await expect.element(saved).toHaveLength(1);
  await expect.element(page.getByRole('list', { name: 'Failed' })).toMatchTextContent(fox.title);
});
