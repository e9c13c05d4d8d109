import type { BrowserContext, Locator, Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { cartLines, cartLink, fillCart, openCheckout, signIn } from '#tests/support/buying-test.ts';
import { serverCart, someDesigns, watchAdds } from '#tests/support/device-journeys.ts';
import { makeApi, type ShopApi } from '#tests/support/shop-api.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';
import { type RenewedShop, runRenewedShop } from '#tests/support/two-builds.ts';

const test = base.extend<{ readonly ownShop: RenewedShop; readonly ownApi: ShopApi }>({
  // During a deploy nobody answers, and missing code is a 404.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  expectedErrors: async ({}, use) => use([/Failed to load resource|MissingCodeError/]),
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

/** The script that a page was loaded with: each build has its own. */
const buildOf = (page: Page): Promise<string | null> =>
  page.locator('script[type="module"]').first().getAttribute('src');

/** Waits until the late part of the page, which detects missing code, is running. */
async function untilItLooks(page: Page): Promise<void> {
  let asked = 0;
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/index.html')) asked += 1;
  });
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
      return asked;
    })
    .toBeGreaterThan(0);
}

/** Makes the next server's answers contain fields that this page doesn't know. */
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

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

/** Has the browser look for the next build's worker. Returns what becomes of it: `installed`, or `redundant` if it fails. */
function installNext(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { promise, resolve } = Promise.withResolvers<string>();
    registration.onupdatefound = () => {
      const worker = registration.installing;
      if (worker) worker.onstatechange = () => resolve(worker.state);
    };
    await registration.update();
    return promise;
  });
}

const addToCart = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add to Cart' }).click();

test('a page of the previous build works with the next server, and each change arrives once', async ({
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

  test('a page continues under the next worker, which another tab accepted', {
    tag: '@core',
  }, async ({ page, context, ownShop, ownApi }) => {
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
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(page.getByRole('region', { name: 'New version' })).toHaveCount(0);
    // Under its own build's worker, with the next server.
    await addToCart(page);
    await expect(cartLink(page, 1)).toBeVisible();
    await other.getByRole('button', { name: 'Use it now' }).click();
    await expect.poll(() => buildOf(other).catch(() => build)).not.toBe(build);
    await expect(heading(other, moon.title)).toBeVisible();
    await expect(cartLink(other, 1)).toBeVisible();

    // Code that this page never requested, of a build that the worker doesn't know.
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

  test('the next worker is not installed with the page of the old build', async ({
    page,
    context,
    ownShop,
  }) => {
    await page.goto(ownShop.url + paths.terms.path);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const oldPage = await page.request.get(`${ownShop.url}/index.html`);
    await ownShop.deploy({ keepsOld: true });
    // A process of the old build still runs beside the next.
    await context.route(
      (url) => url.pathname === '/index.html',
      (route) => route.fulfill({ response: oldPage }),
    );

    expect(await installNext(page)).toBe('redundant');
    await context.unrouteAll();
    expect(await installNext(page)).toBe('installed');
    await expect(page.getByRole('region', { name: 'New version' })).toBeVisible();
  });
});

test.describe('missing code', () => {
  /** The next build's shell, as the server would serve it, without the old code of `chunk`. */
  async function renew(page: Page, chunk: string): Promise<void> {
    await page.route('**/index.html', (route) =>
      route.fulfill({
        body: '<script type="module" crossorigin src="/assets/index-0.js"></script>',
      }),
    );
    await page.route(`**/assets/${chunk}-*.js`, (route) => route.fulfill({ status: 404 }));
  }

  test('is loaded by a single reload, where the buyer was going', async ({ page, ownShop }) => {
    await page.goto(`${ownShop.url}${paths.terms.path}`);
    await expect(heading(page, 'Terms and conditions')).toBeVisible();
    const build = await buildOf(page);
    await untilItLooks(page);
    const loads = countLoads(page);
    await ownShop.deploy({ keepsOld: false });
    await page.getByRole('link', { name: 'Licences', exact: true }).click();
    await expect(heading(page, 'Licences')).toBeVisible();
    expect(loads()).toBe(1);
    expect(await buildOf(page)).not.toBe(build);
  });

  test('that a reload does not bring offers a retry, without a second reload', async ({ page }) => {
    await page.goto(paths.terms.path);
    await expect(heading(page, 'Terms and conditions')).toBeVisible();
    await untilItLooks(page);
    await renew(page, 'licence-page');
    const loads = countLoads(page);
    await page.getByRole('link', { name: 'Licences', exact: true }).click();
    await expect.poll(loads).toBe(1);
    await expect(heading(page, 'Not saved on this device yet')).toBeVisible();
    await untilItLooks(page);
    await page.goBack();
    await expect(heading(page, 'Terms and conditions')).toBeVisible();
    await page.unrouteAll();
    await page.goForward();
    await expect(heading(page, 'Licences')).toBeVisible();
    expect(loads()).toBe(1);
  });

  test('discards nothing that was typed', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(paths.signIn.path);
    await page.getByLabel('Email').fill('hazel@shop.example');
    await untilItLooks(page);
    await renew(page, 'overlay-sheet');
    const loads = countLoads(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByText(/^This can’t be opened/)).toBeVisible();
    await untilItLooks(page);
    await expect(page.getByLabel('Email')).toHaveValue('hazel@shop.example');
    expect(loads()).toBe(0);
  });

  test('does not interrupt a checkout', async ({ page, api }) => {
    const buyer = await api.newBuyer();
    const [fox] = await someDesigns(api);
    await fillCart(api, buyer, fox);
    await signIn(page, buyer);
    await openCheckout(page);
    await page.waitForLoadState('networkidle');
    await renew(page, 'menu-popover');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByText(/^This can’t be opened/)).toBeVisible();
    expect(asked).not.toContain('/index.html');
  });
});
