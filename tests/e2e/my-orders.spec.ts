import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { buy, expect, test } from '#tests/support/buying-test.ts';

function orderCard(page: Page, orderNumber: string) {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Order ${orderNumber}` }) });
}

test.use({ expectedErrors: [/ERR_FAILED/] });

test('a failed download is reported in an alert, and one press downloads all designs of an order', {
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
  expect(saved.toSorted()).toEqual([order.items[0]?.fileName, order.items[2]?.fileName].toSorted());
  await page.unrouteAll();
  await details.getByRole('button', { name: 'Download all 3 designs' }).click();
  await expect(details.getByText('All 3 downloaded.')).toBeVisible();
  await expect.poll(() => saved).toContain(order.items[1]?.fileName);
});
