import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { zipEntries } from '#tests/support/bought-bytes.ts';
import { buy, expect, test } from '#tests/support/buying-test.ts';

function orderCard(page: Page, orderNumber: string) {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Order ${orderNumber}` }) });
}

test.use({ expectedErrors: [/ERR_FAILED|503/] });

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

  await orderCard(page, order.orderNumber)
    .getByRole('button', { name: /^Details/ })
    .click();
  const all = details.getByRole('button', { name: /^Download all 3 designs: / });
  // The shop reads these new files once before it knows their checksums.
  await expect(async () => {
    const wanted = page.waitForEvent('download', { timeout: 2000 });
    const [zip] = await Promise.all([wanted, all.click()]);
    expect(zip.suggestedFilename()).toBe(`Order ${order.orderNumber}.zip`);
    const names = [...zipEntries(readFileSync(await zip.path())).keys()];
    expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(6);
    expect(names.filter((name) => name.endsWith('.txt'))).toHaveLength(3);
  }).toPass();
});
