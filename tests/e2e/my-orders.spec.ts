import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import { amount, buy, expect, fillCart, signIn, test } from '#tests/support/buying-test.ts';
import { cutCall, watchCalls } from '#tests/support/page-calls.ts';

test.use({ timezoneId: 'America/New_York' });

function orderCard(page: Page, orderNumber: string) {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Order ${orderNumber}` }) });
}

/** The hue of an element's text colour, in degrees. */
async function hue(page: Page, text: string): Promise<number> {
  const color = await page
    .getByText(text, { exact: true })
    .first()
    .evaluate((element) => getComputedStyle(element).color);
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}

test('lists orders, opens their details and finds one, online and offline', {
  tag: ['@A06', '@B16', '@L08', '@L09', '@L10', '@O10', '@P14', '@S19', '@U08'],
}, async ({ page, api, shop, studio }) => {
  const buyer = await api.newBuyer();
  const designs = [
    await studio.newDesign({ price: 8 }),
    await studio.newDesign({ price: 9 }),
    await studio.newDesign({ price: 10.5 }),
    await studio.newDesign({ price: 12, discountedPrice: 6 }),
  ];
  const order = await buy(api, shop.url, buyer, ...designs);
  const moon = await studio.newDesign();
  const pair = await buy(api, shop.url, buyer, moon, await studio.newDesign());
  api.sql('UPDATE orders SET createdAt = ? WHERE id = ?', '2026-03-05T01:07:00.000Z', order._id);
  await signIn(page, buyer);
  const asked = watchCalls(page, 'orders');
  await page.goto(paths.dashboard.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My orders');
  const card = orderCard(page, order.orderNumber);
  await expect(card).toContainText('3/4/2026');
  await expect(card).toContainText('$33.50');
  await expect(card).toContainText('Completed');
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expect(card).toContainText('+2 more item(s)');
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.map(String)).toEqual(asked.map(() => ''));

  await card.getByRole('button', { name: /^(Details|View details)/ }).click();
  const details = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
  await expect(details).toBeVisible();
  await expect(amount(page, 'Date')).toHaveText('March 4, 2026 8:07 PM');
  await expect(amount(page, 'Total')).toHaveText('$33.50');
  await expect(amount(page, 'Paid with')).toHaveText('PayPal');
  await expect(amount(page, 'Name')).toHaveText('Hazel Button');
  await expect(amount(page, 'Email')).toHaveText(buyer.email);
  await expect(amount(page, 'Place')).toHaveText('Bergen, Norway');
  for (const { title } of designs) {
    await expect(details.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(details.getByText('Licence: Small business')).toHaveCount(4);
  await expect(details.getByRole('button', { name: /^Download Now/ })).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(card.getByRole('button', { name: /^Details/ })).toBeFocused();

  // A note about more items only where there are more.
  const other = orderCard(page, pair.orderNumber);
  await expect(other.getByRole('listitem')).toHaveCount(2);
  await expect(other).not.toContainText('more item(s)');

  const box = page.getByRole('searchbox', { name: 'Search your orders' });
  await box.fill(moon.title.toUpperCase());
  await expect(card).toHaveCount(0);
  await expect(other).toBeVisible();
  await expect(page.getByRole('status').getByText('1 order matches')).toBeVisible();
  await page.context().setOffline(true);
  await box.fill(order.orderNumber);
  await expect(card).toBeVisible();
  await expect(other).toHaveCount(0);
  await box.fill('unicorn');
  await expect(page.getByText('0 orders match')).toBeVisible();
  await page.getByRole('button', { name: 'Show all orders' }).click();
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
  await expect(other).toBeVisible();
});

test('shows Pending in orange, anything else in green, and what the status lacks in a badge', {
  tag: ['@P14'],
}, async ({ page, api, studio, customer: { buyer, order } }) => {
  const itemId = order.items[0]?._id ?? '';
  api.sql(
    `INSERT INTO refunds VALUES (?, ?, ?, 'refund', 800, ?, ?)`,
    `refund-${order._id}`,
    order._id,
    itemId,
    `PROVIDER-${order._id}`,
    new Date().toISOString(),
  );
  api.sql('UPDATE orderItems SET revokedAt = ? WHERE id = ?', new Date().toISOString(), itemId);
  await fillCart(api, buyer, await studio.newDesign());
  const { orderId } = await api.call('checkout', {
    token: buyer.token,
    body: { customerDetails: { name: 'Hazel', email: buyer.email } },
  });
  await page.goto(paths.myOrders.path);
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
  const orange = await hue(page, 'Pending');
  expect(orange).toBeGreaterThan(15);
  expect(orange).toBeLessThan(50);
  const green = await hue(page, 'Completed');
  expect(green).toBeGreaterThan(80);
  expect(green).toBeLessThan(180);

  const details = page.getByRole('dialog');
  await page
    .getByRole('button', { name: /^View details/ })
    .first()
    .click();
  await expect(details.getByText('Pending')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const card = orderCard(page, order.orderNumber);
  await expect(card).toContainText('Completed');
  await expect(card).toContainText('Refunded');
  await card.getByRole('button', { name: /^(Details|View details)/ }).click();
  await expect(details).toContainText('Revoked: you may no longer use it');
  await expect(details.getByRole('button', { name: /^Download/ })).toHaveCount(0);

  // It can no longer be paid.
  const at = new Date(Date.now() - 25 * 3_600_000).toISOString();
  api.sql('UPDATE orders SET createdAt = ? WHERE id = ?', at, orderId);
  await page.reload();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(0);
});

test('links a buyer without orders to the shop', { tag: ['@L11'] }, async ({ page, api }) => {
  await signIn(page, await api.newBuyer());
  await page.goto(paths.myOrders.path);
  await expect(
    page.getByRole('heading', { name: "You haven't placed any orders yet" }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page).toHaveURL(paths.shop.path);
});

test.describe('orders that do not load', () => {
  test.use({ expectedErrors: [/ERR_FAILED|500 \(Internal Server Error\)/] });

  test('are an error only if none are saved', { tag: ['@L12'] }, async ({
    page,
    customer: { order },
  }) => {
    const mend = await cutCall(page, 'orders');
    await page.goto(paths.myOrders.path);
    await expect(
      page.getByRole('heading', { name: 'Error: The shop can’t be reached.' }),
    ).toBeVisible();
    const path = callPath('orders');
    const said = { code: 'INTERNAL', message: 'The drawer is stuck.' };
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ status: 500, json: said }),
    );
    // Only now: orders fetched ahead in between would be saved.
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Error: The drawer is stuck.' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(orderCard(page, order.orderNumber)).toBeVisible();

    const mendAgain = await cutCall(page, 'orders');
    await page.reload();
    await expect(orderCard(page, order.orderNumber)).toBeVisible();
    await expect(page.getByRole('status').getByText(/^Saved (less than|\d+ )/)).toBeVisible();
    await expect(page.getByText(/^Error:/)).toHaveCount(0);
    await mendAgain();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Saved /)).toHaveCount(0);
  });

  test('report a failed download in an alert, and download all designs of an order with one press', {
    tag: ['@T13'],
  }, async ({ page, api, shop, studio, customer: { buyer, order: single } }) => {
    const designs = [
      await studio.newDesign(),
      await studio.newDesign({ isKit: true }),
      await studio.newDesign(),
    ];
    const order = await buy(api, shop.url, buyer, ...designs);
    await page.goto(paths.myOrders.path);
    const details = page.getByRole('dialog');
    /** Loses what this link brings, until everything is unrouted. */
    const lose = (link: string | null | undefined) =>
      page.route(
        (url) => url.pathname === link,
        (route) => route.abort(),
      );

    await orderCard(page, single.orderNumber)
      .getByRole('button', { name: /^Details/ })
      .click();
    await expect(details.getByRole('button', { name: /^Download all/ })).toHaveCount(0);
    const [item] = single.items;
    await lose(item?.downloadLink);
    const button = page.getByRole('button', { name: `Download Now: ${item?.productName}` });
    const alerted = new Promise<string>((resolve) => {
      page.once('dialog', async (dialog) => {
        resolve(`${dialog.type()}: ${dialog.message()}`);
        await dialog.accept();
      });
    });
    await button.click();
    expect(await alerted).toBe('alert: Failed to download the image');
    await page.unrouteAll();
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/\.png$/);
    await page.keyboard.press('Escape');

    const saved: string[] = [];
    page.on('download', (each) => saved.push(each.suggestedFilename()));
    await orderCard(page, order.orderNumber)
      .getByRole('button', { name: /^Details/ })
      .click();
    // One of them is lost on the way; the others still arrive.
    await lose(order.items[1]?.downloadLink);
    await details.getByRole('button', { name: 'Download all 3 designs' }).click();
    await expect(details.getByText(/^2 of 3 downloaded\./)).toBeVisible();
    expect(saved.toSorted()).toEqual(
      [order.items[0]?.fileName, order.items[2]?.fileName].toSorted(),
    );
    await page.unrouteAll();
    await details.getByRole('button', { name: 'Download all 3 designs' }).click();
    await expect(details.getByText('All 3 downloaded.')).toBeVisible();
    await expect.poll(() => saved).toContain(order.items[1]?.fileName);
  });
});
