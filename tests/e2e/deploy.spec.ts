import type { BrowserContext, Locator, Page } from '@playwright/test';
import { callPath } from '#contract/calls.ts';
import { productPath } from '#contract/paths.ts';
import { cartLines, cartLink, signIn } from '#tests/support/buying-test.ts';
import { serverCart, someDesigns, watchAdds } from '#tests/support/device-journeys.ts';
import { makeApi, type ShopApi } from '#tests/support/shop-api.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';
import { type RenewedShop, runRenewedShop } from '#tests/support/two-builds.ts';

const test = base.extend<{ readonly ownShop: RenewedShop; readonly ownApi: ShopApi }>({
  // While the shop is renewed nobody answers.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  expectedErrors: async ({}, use) => use([/Failed to load resource/]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  ownShop: async ({}, use) => {
    const shop = await runRenewedShop();
    await use(shop);
    await shop.end();
  },
  ownApi: async ({ ownShop }, use) => use(makeApi(ownShop)),
});

const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name });

/** The script that a page began with: each build has its own. */
const buildOf = (page: Page): Promise<string | null> =>
  page.locator('script[type="module"]').first().getAttribute('src');

/** The next server says more than this page knows of. */
async function addFields(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', async (route) => {
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    return route.fulfill({ response, json: withNews(await response.json()) });
  });
}

function withNews(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNews);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, part]) => [key, withNews(part)]);
  return { ...Object.fromEntries(known), news: { of: 'the next build' } };
}

const addToCart = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add to Cart' }).click();

test('a page of the build before goes on with the next server, and each change arrives once', async ({
  page,
  ownShop,
  ownApi,
}) => {
  const buyer = await ownApi.newBuyer();
  const [fox, moon] = await someDesigns(ownApi);
  await signIn(page, buyer);
  const answered = page.waitForResponse((response) => response.url().endsWith(callPath('cart')));
  await page.goto(`${ownShop.url}${productPath(fox._id)}`);
  await expect(heading(page, fox.title)).toBeVisible();
  await answered;
  const build = await buildOf(page);
  const adds = watchAdds(page);

  await ownShop.kill();
  await addToCart(page);
  await expect(cartLink(page, 1)).toBeVisible();
  await addFields(page.context());
  await ownShop.deploy({ keepsOld: true });
  await page.getByRole('banner').getByRole('link', { name: 'SHOP', exact: true }).click();
  await expect(heading(page, 'Shop all designs')).toBeVisible();
  await page.getByRole('link', { name: moon.title, exact: true }).first().click();
  await expect(heading(page, moon.title)).toBeVisible();
  await addToCart(page);
  await cartLink(page, 2).click();
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title), new RegExp(moon.title)]);

  await expect.poll(() => serverCart(ownApi, buyer)).toEqual([fox._id, moon._id]);
  expect(new Set(adds).size).toBe(2);
  expect(await buildOf(page)).toBe(build);
  await page.reload();
  await expect(cartLines(page)).toHaveCount(2);
  expect(await buildOf(page)).not.toBe(build);
});

test.describe('with a worker', () => {
  test.use({ withWorker: true });

  test('a page goes on under the next worker, which another tab agreed to', async ({
    page,
    context,
    ownShop,
    ownApi,
  }) => {
    const buyer = await ownApi.newBuyer();
    const [fox, moon] = await someDesigns(ownApi);
    await signIn(page, buyer);
    await page.goto(`${ownShop.url}${productPath(fox._id)}`);
    await expect(heading(page, fox.title)).toBeVisible();
    const build = await buildOf(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const other = await context.newPage();
    await other.goto(`${ownShop.url}${productPath(moon._id)}`);
    await expect(heading(other, moon.title)).toBeVisible();

    await ownShop.deploy({ keepsOld: true });
    await other.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    // Under the worker of its own build, with the next server.
    await addToCart(page);
    await expect(cartLink(page, 1)).toBeVisible();
    await other.getByRole('button', { name: 'Use it now' }).click();
    await expect.poll(() => buildOf(other).catch(() => build)).not.toBe(build);
    await expect(heading(other, moon.title)).toBeVisible();
    await expect(cartLink(other, 1)).toBeVisible();

    // Code that this page never asked for, of a build that the worker doesn't know.
    await page.getByRole('banner').getByRole('link', { name: 'SHOP', exact: true }).click();
    await expect(heading(page, 'Shop all designs')).toBeVisible();
    expect(await buildOf(page)).toBe(build);
    await page.getByRole('link', { name: moon.title, exact: true }).first().click();
    await expect(heading(page, moon.title)).toBeVisible();
    await addToCart(page);
    await expect(cartLink(other, 2)).toBeVisible();
    await expect.poll(() => serverCart(ownApi, buyer)).toEqual([fox._id, moon._id]);
    const answers = ownApi.sql('SELECT key FROM idempotencyAnswers');
    expect(answers).toHaveLength(2);
  });
});
