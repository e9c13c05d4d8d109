import { paths } from '#contract/shop/paths.ts';
import {
  amount,
  buy,
  createOrder,
  expect,
  fillCart,
  openCheckout,
  pay,
  signIn,
  test,
} from '#tests/support/buying-test.ts';
import { cutCall } from '#tests/support/page-calls.ts';

test.use({ timezoneId: 'America/New_York' });

test('confirms the order just paid', {
  tag: ['@B15', '@B19', '@K01', '@K02', '@K03', '@K04', '@O11', '@P14'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer({ licenseType: 'FABRIC_SHOP' });
  const plain = await studio.newDesign({ price: 8 });
  const reduced = await studio.newDesign({ price: 12.5, discountedPrice: 9.99, isKit: true });
  await fillCart(api, buyer, plain, reduced);
  await signIn(page, buyer);
  await openCheckout(page);
  await createOrder(page);
  await pay(page);
  await expect(page).toHaveURL('/order-success');

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  await expect(main.getByText('Completed', { exact: true })).toBeVisible();
  const thanks = main.locator('img[src="/thank-you.svg"]');
  await expect(thanks).toBeVisible();
  expect(await thanks.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const { orders } = await api.call('orders', { token: buyer.token });
  const [order] = orders;
  const date = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(order?.createdAt ?? 0));
  await expect(amount(page, 'Order number')).toHaveText(order?.orderNumber ?? '');
  await expect(amount(page, 'Date')).toHaveText(date.replace(' at ', ' ').replace(/\s/g, ' '));
  await expect(amount(page, 'Total')).toHaveText('$17.99');
  await expect(amount(page, 'Email')).toHaveText(buyer.email);

  const items = page.getByRole('region', { name: 'Your designs' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  for (const design of [plain, reduced]) {
    const item = items.filter({ hasText: design.title });
    await expect(item).toContainText('Licence: Fabric shop');
    await expect(item).toContainText(`$${(design.discountedPrice ?? design.price).toFixed(2)}`);
    const button = item.getByRole('button', { name: `Download Now: ${design.title}` });
    await expect(button).toHaveText('Download Now');
  }
  await main.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/');
});

test('shows the newest order if opened without one', { tag: ['@B15', '@K02'] }, async ({
  page,
  api,
  shop,
  studio,
}) => {
  const buyer = await api.newBuyer();
  await buy(api, shop.url, buyer, await studio.newDesign());
  const newest = await buy(api, shop.url, buyer, await studio.newDesign());
  await signIn(page, buyer);
  await page.goto(paths.orderSuccess.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  await expect(amount(page, 'Order number')).toHaveText(newest.orderNumber);
});

test('shows the newest order even if the device is slow to read its saved orders', {
  tag: ['@K02'],
}, async ({ page, api, shop, studio }) => {
  const buyer = await api.newBuyer();
  await signIn(page, buyer);
  await page.goto(paths.myOrders.path);
  await expect(
    page.getByRole('heading', { name: "You haven't placed any orders yet" }),
  ).toBeVisible();
  const newest = await buy(api, shop.url, buyer, await studio.newDesign());
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype;
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
  });
  await page.goto(paths.orderSuccess.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  await expect(amount(page, 'Order number')).toHaveText(newest.orderNumber);
});

test.describe('while the list of orders does not load', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*orders/] });

  test('still confirms the order just paid after a reload', { tag: ['@K02'] }, async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await api.newBuyer();
    const design = await studio.newDesign();
    await fillCart(api, buyer, design);
    await signIn(page, buyer);
    await cutCall(page, 'orders');
    await openCheckout(page);
    await createOrder(page);
    await pay(page);
    const confirmed = page.getByRole('heading', { level: 1, name: 'Order Confirmed' });
    await expect(confirmed).toBeVisible();
    for (const _ of ['the checkout’s document', 'a document of its own']) {
      await page.reload();
      await expect(confirmed).toBeVisible();
      await expect(page.getByRole('heading', { name: design.title })).toBeVisible();
    }
  });
});

test('shows an incomplete order as pending', { tag: ['@K01', '@P14'] }, async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  await fillCart(api, buyer, await studio.newDesign());
  await api.call('checkout', {
    token: buyer.token,
    body: { customerDetails: { name: 'Hazel', email: buyer.email } },
  });
  await signIn(page, buyer);
  await page.goto(paths.orderSuccess.path);
  await expect(page.getByRole('main').getByText('Pending', { exact: true })).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
});

test('leads to the orders if there is none to confirm', async ({ page, api }) => {
  await signIn(page, await api.newBuyer());
  await page.goto(paths.orderSuccess.path);
  await expect(page).toHaveURL(paths.myOrders.path);
  await expect(
    page.getByRole('heading', { name: "You haven't placed any orders yet" }),
  ).toBeVisible();
});

test('asks a visitor to sign in', async ({ page }) => {
  await page.goto(paths.orderSuccess.path);
  await expect(page).toHaveURL(paths.signIn.path);
});
