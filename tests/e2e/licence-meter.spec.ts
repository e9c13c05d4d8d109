import type { Browser, Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { buy, expect, signIn, test } from '#tests/support/buying-test.ts';
import type { Buyer } from '#tests/support/shop-api.ts';

/** A browser of its own that shows the buyer's orders. */
async function openPhone(browser: Browser, baseURL: string, buyer: Buyer): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await signIn(page, buyer);
  await page.goto(paths.myOrders.path);
  await expect(page.getByRole('button', { name: /^Count items sold/ })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

async function openCounting(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Count items sold/ }).click();
}

async function countOther(page: Page, goods: number): Promise<void> {
  await page.getByLabel('How many').fill(String(goods));
  await page.getByLabel('How many').press('Enter');
}

test('two phones that counted goods without a signal add up', async ({
  browser,
  shop,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  await buy(api, shop.url, buyer, design);
  const stall = await openPhone(browser, shop.url, buyer);
  const home = await openPhone(browser, shop.url, buyer);
  for (const page of [stall, home]) await page.context().setOffline(true);

  await openCounting(stall);
  for (let times = 0; times < 3; times += 1) {
    await stall.getByRole('button', { name: '+10 sold' }).click();
  }
  await expect(stall.getByText('30 of 100 sold', { exact: true })).toBeVisible();
  await expect(stall.locator('[data-live-announcer]')).toHaveText(
    `${design.title}: 30 of 100 sold`,
  );
  await openCounting(home);
  await home.getByRole('button', { name: 'Other number' }).click();
  await countOther(home, 45);
  await home.getByRole('button', { name: 'Undo +45' }).click();
  await countOther(home, 40);
  await expect(home.getByText('40 of 100 sold', { exact: true })).toBeVisible();
  // Nothing is lost with the page.
  await home.reload();
  await expect(home.getByText('40 of 100 sold', { exact: true })).toBeVisible();

  await stall.context().setOffline(false);
  await expect(stall.getByText(/waiting/)).toHaveCount(0);
  await home.context().setOffline(false);
  await expect(home.getByText('70 of 100 sold', { exact: true })).toBeVisible();
  await stall.reload();
  await expect(stall.getByText('70 of 100 sold', { exact: true })).toBeVisible();

  await openCounting(stall);
  await stall.getByRole('button', { name: '+10 sold' }).click();
  await expect(stall.getByText('Only 20 left.')).toBeVisible();
  await stall.getByRole('button', { name: /^Add the next 100/ }).click();
  await expect(stall.getByText(/is in your cart, for another licence/)).toBeVisible();
});
