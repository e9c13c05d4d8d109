import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '#contract/shop/paths.ts';
import { factOf } from '#tests/support/fact-of.ts';
import { newUser, openShop } from '#tests/support/open-shop.tsx';
import { ordered, unpaid } from '#tests/support/ordered.ts';

const path = paths.orderSuccess.path;
const main = page.getByRole('main');
const confirmed = page.getByRole('heading', { level: 1, name: 'Order Confirmed' });
const noOrders = page.getByRole('heading', { name: "You haven't placed any orders yet" });
const here = () => location.pathname;

test('shows the newest order if opened without one (B15, K02)', async () => {
  const newest = ordered(['Moon phases']);
  await openShop({ path, user: newUser(), orders: [newest, ordered(['Fox nap'])] });
  await expect.element(confirmed).toBeVisible();
  expect(factOf(main, 'Order number')).toBe(newest.orderNumber);
});

test('shows the newest order even if the device is slow to read its saved orders (K02)', async () => {
  const shop = await openShop({ path: paths.myOrders.path, user: newUser() });
  await expect.element(noOrders).toBeVisible();
  const newest = ordered(['Moon phases']);
  shop.orders.push(newest);
  const { get } = IDBObjectStore.prototype;
  onTestFinished(() => {
    IDBObjectStore.prototype.get = get;
  });
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    return Object.defineProperty(request, 'onsuccess', {
      set(tell: (event: Event) => void) {
        request.addEventListener('success', (event) => {
          // The list that has just been saved; the earlier one is empty.
          if (request.result?.orders?.length > 0) setTimeout(() => tell(event), 1000);
          else tell(event);
        });
      },
    });
  };
  await shop.goto(path);
  await expect.element(confirmed).toBeVisible();
  expect(factOf(main, 'Order number')).toBe(newest.orderNumber);
});

test('shows an incomplete order as pending (K01, P14)', async () => {
  await openShop({ path, user: newUser(), orders: [unpaid('Fox nap')] });
  await expect.element(main.getByText('Pending', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Completed', { exact: true })).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: /^Download/ })).toHaveLength(0);
});

test('leads to the orders if there is none to confirm', async () => {
  await openShop({ path, user: newUser() });
  await expect.poll(here).toBe(paths.myOrders.path);
  await expect.element(noOrders).toBeVisible();
});

test('asks a visitor to sign in', async () => {
  await openShop({ path });
  await expect.poll(here).toBe(paths.signIn.path);
});
