import type { Locator, Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import {
  acceptTerms,
  amount,
  cartLines,
  createOrder,
  expect,
  fillCart,
  fillCity,
  goToCheckout,
  pay,
  signIn,
  test,
} from '#tests/support/buying-test.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';

const orderTotals = (api: ShopApi, { email }: Buyer) =>
  api.sql(`SELECT totalPrice FROM orders WHERE customerEmail = ? AND state != 'void'`, email);

test.describe('a cart that differs from what was shown', () => {
  test.use({ expectedErrors: [/409 \(Conflict\).*checkout|ERR_FAILED.*cart/] });

  test('is dearer: the buyer sees by how much, and continues with one tap', {
    tag: ['@P20', '@S17', '@T01'],
  }, async ({ page, api, studio }) => {
    const dearer = await studio.newDesign({ price: 8 });
    const same = await studio.newDesign({ price: 4 });
    await page.setViewportSize({ width: 360, height: 740 });
    const buyer = await goToCheckout(page, api, studio, dearer, same);
    await expect(amount(page, 'Total')).toHaveText('$12.00');
    studio.reprice(dearer, 9.5);
    await acceptTerms(page);
    await page.getByRole('button', { name: 'Create Order' }).click();

    const alert = page.getByRole('alert').filter({ hasText: 'Your cart has changed' });
    await expect(alert.getByRole('listitem')).toHaveText([`${dearer.title} was $8.00, now $9.50`]);
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(amount(page, 'Total')).toHaveText('$13.50');
    await expect(page.getByRole('button', { name: 'PayPal' })).toHaveCount(0);
    expect(orderTotals(api, buyer)).toEqual([]);

    const sent = page.waitForRequest((request) => request.url().endsWith(callPath('checkout')));
    await alert.getByRole('button', { name: 'Accept the new total of $13.50' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ expectedTotal: 13.5 });
    await expect(page.getByText('Your order is ready. Pay $13.50 with')).toBeVisible();
    expect(orderTotals(api, buyer)).toEqual([{ totalPrice: 1350 }]);
    await pay(page);
    await expect(amount(page, 'Total')).toHaveText('$13.50');
  });

  test('lost a design: the rest is ordered with one tap', { tag: ['@S17'] }, async ({
    page,
    api,
    studio,
  }) => {
    const gone = await studio.newDesign({ price: 8 });
    const left = await studio.newDesign({ price: 4 });
    const buyer = await goToCheckout(page, api, studio, gone, left);
    await expect(amount(page, 'Total')).toHaveText('$12.00');
    studio.retire(gone);
    await acceptTerms(page);
    await page.getByRole('button', { name: 'Create Order' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Your cart has changed' });
    await expect(alert.getByRole('listitem')).toHaveText([`${gone.title} is no longer sold`]);
    await alert.getByRole('button', { name: 'Accept the new total of $4.00' }).click();
    await expect(page.getByText('Your order is ready. Pay $4.00 with')).toBeVisible();
    expect(orderTotals(api, buyer)).toEqual([{ totalPrice: 400 }]);
  });

  test('was extended on another device: the buyer sees what was added', {
    tag: ['@S17'],
  }, async ({ page, api, studio }) => {
    const first = await studio.newDesign({ price: 8 });
    const second = await studio.newDesign({ price: 4 });
    const buyer = await goToCheckout(page, api, studio, first);
    await expect(amount(page, 'Total')).toHaveText('$8.00');
    await acceptTerms(page);
    // Keeps the page from learning of the change before Create Order.
    const path = callPath('cart');
    await page.route(
      (url) => url.pathname === path,
      (route) => route.abort(),
    );
    await fillCart(api, buyer, second);
    await page.getByRole('button', { name: 'Create Order' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Your cart has changed' });
    await expect(alert.getByRole('listitem')).toHaveText([
      `${second.title} was added to the cart for $4.00`,
    ]);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Accept the new total of $12.00' }).click();
    await expect(page.getByText('Your order is ready. Pay $12.00 with')).toBeVisible();
  });
});

/**
 * Says that the device is online again until the page shows `text`: a refresh that began before the price
 * changed serves the first time. Going offline for a moment could also lose a script that is about to load.
 */
async function comeOnline(page: Page, shown: Locator, text: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(shown).toHaveText(text, { timeout: 2000 });
  }).toPass();
}

test('applies a lower price and says so', { tag: ['@P20', '@S17'] }, async ({
  page,
  api,
  studio,
}) => {
  const design = await studio.newDesign({ price: 8 });
  const buyer = await goToCheckout(page, api, studio, design);
  await expect(amount(page, 'Total')).toHaveText('$8.00');
  studio.reprice(design, 8, 5);
  await createOrder(page);
  await expect(page.getByRole('status').getByText(/total is now lower/)).toBeVisible();
  await expect(page.getByText('Your order is ready. Pay $5.00 with')).toBeVisible();
  expect(orderTotals(api, buyer)).toEqual([{ totalPrice: 500 }]);
});

test('charges what was agreed to, whatever the price does afterwards', {
  tag: ['@K02', '@S18'],
}, async ({ page, api, studio }) => {
  const design = await studio.newDesign({ price: 8 });
  const buyer = await goToCheckout(page, api, studio, design);
  await createOrder(page);
  studio.reprice(design, 20);
  await pay(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  await expect(amount(page, 'Total')).toHaveText('$8.00');
  const { orders } = await api.call('orders', { token: buyer.token });
  expect(orders).toMatchObject([{ totalPrice: 8, items: [{ price: 8 }] }]);
});

test('leaves a design that is no longer sold out of an order', {
  tag: ['@I08', '@O07'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  const gone = await studio.newDesign({ price: 8 });
  const left = await studio.newDesign({ price: 4 });
  await fillCart(api, buyer, gone, left);
  studio.retire(gone);
  await signIn(page, buyer);
  await page.goto(paths.cart.path);
  await page.getByRole('link', { name: 'Proceed' }).click();
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText('1 item');
  await expect(summary).toContainText(
    '1 design in your cart is no longer sold and not included in this order.',
  );
  await expect(summary.getByRole('listitem')).toHaveText([new RegExp(left.title)]);
  await createOrder(page);
  expect(orderTotals(api, buyer)).toEqual([{ totalPrice: 400 }]);
});

test('a price that rose is held for those who saw it, and the cart says until when', {
  tag: ['@S09'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign({ price: 8 });
  await fillCart(api, buyer, design);
  studio.raise(design, 10);
  await signIn(page, buyer);
  await page.goto(paths.cart.path);
  const line = cartLines(page).filter({ hasText: design.title });
  await expect(line).toContainText(/The price rose\. Yours is held until \w{3} \d\d:\d\d\./);
  await expect(amount(page, 'Total')).toHaveText('$8.00');

  await page.getByRole('link', { name: 'Proceed' }).click();
  await createOrder(page);
  expect(orderTotals(api, buyer)).toEqual([{ totalPrice: 800 }]);
});

test('points out a price that changes while the checkout is open', {
  tag: ['@S09', '@J03'],
}, async ({ page, api, studio }) => {
  const up = await studio.newDesign({ price: 8 });
  const down = await studio.newDesign({ price: 9 });
  await goToCheckout(page, api, studio, up, down);
  await expect(amount(page, 'Total')).toHaveText('$17.00');
  studio.reprice(up, 10);
  studio.reprice(down, 9, 6);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const line = ({ title }: typeof up) => summary.getByRole('listitem').filter({ hasText: title });
  await comeOnline(page, line(up).getByRole('status'), `${up.title}: Price went up: it was $8.00`);
  await expect(line(down).getByRole('status')).toHaveText(
    `${down.title}: Price went down: it was $9.00`,
  );
  await expect(amount(page, 'Total')).toHaveText('$16.00');
});

test.describe('a price that rises just before the press', () => {
  test.use({ expectedErrors: [/409 \(Conflict\).*checkout/] });

  test('is confirmed again, and what was filled in stays', { tag: ['@S09', '@S17'] }, async ({
    page,
    api,
    studio,
  }) => {
    const design = await studio.newDesign({ price: 8 });
    const buyer = await goToCheckout(page, api, studio, design);
    await expect(amount(page, 'Total')).toHaveText('$8.00');
    await fillCity(page, 'Bergen');
    await acceptTerms(page);
    await page.evaluate(() => {
      const press = () => document.querySelector<HTMLElement>('main [type="submit"]')?.click();
      // In the very frame that shows the new total.
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main')?.textContent.includes('Price went up')) return;
        observer.disconnect();
        press();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    studio.reprice(design, 9.5);
    const sent = page.waitForRequest((request) => request.url().endsWith(callPath('checkout')));
    await page.evaluate(() => dispatchEvent(new Event('online')));

    expect((await sent).postDataJSON()).toMatchObject({ expectedTotal: 8 });
    const alert = page.getByRole('alert').filter({ hasText: 'Your cart has changed' });
    await expect(alert.getByRole('listitem')).toHaveText([`${design.title} was $8.00, now $9.50`]);
    await expect(amount(page, 'Total')).toHaveText('$9.50');
    expect(orderTotals(api, buyer)).toEqual([]);
    await expect(page.getByLabel('City')).toHaveValue('Bergen');
    await alert.getByRole('button', { name: 'Accept the new total of $9.50' }).click();
    await expect(page.getByText('Your order is ready. Pay $9.50 with')).toBeVisible();
    expect(orderTotals(api, buyer)).toEqual([{ totalPrice: 950 }]);
  });
});
