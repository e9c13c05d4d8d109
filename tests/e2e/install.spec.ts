import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { inAppWindow } from '#tests/support/app-window.ts';
import { createOrder, expect, goToCheckout, pay, test } from '#tests/support/buying-test.ts';
import { faults } from '#tests/support/scan.ts';

const phone = { width: 360, height: 740 };

const hint = (page: Page) =>
  page.getByRole('complementary', { name: 'Add Pinwheel to your home screen' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Tabs' });

declare global {
  interface Window {
    /** How often the browser's install prompt was shown. */
    asked?: number;
    /** How often the browser was asked to persist the storage. */
    protected?: number;
  }
}

/** Counts how often the browser is asked to persist the storage. */
async function noteProtection(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.protected = 0;
    navigator.storage.persist = async () => {
      window.protected = (window.protected ?? 0) + 1;
      return true;
    };
  });
}

/** Simulates the browser's offer to install the shop, as Chromium makes it for an installable page. */
async function offerInstall(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.asked = 0;
    addEventListener('DOMContentLoaded', () => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      const prompt = async () => {
        window.asked = (window.asked ?? 0) + 1;
        return { outcome: 'dismissed' };
      };
      dispatchEvent(Object.assign(offer, { prompt }));
    });
  });
}

/** Simulates that the last visit was an hour ago. */
async function comeBackLater(page: Page): Promise<void> {
  await page.evaluate(() => {
    const memory = JSON.parse(localStorage.getItem('install') ?? '{}');
    localStorage.setItem('install', JSON.stringify({ ...memory, seenAt: memory.seenAt - 3.6e6 }));
  });
  await page.reload();
}

async function visit(page: Page): Promise<void> {
  await page.goto('/shop');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('install')))
    .toContain('"visits":1');
}

/** The next visit, about which this browser remembers that it is the nth. */
async function comeAgain(page: Page, visits: number): Promise<void> {
  await comeBackLater(page);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('install')))
    .toContain(`"visits":${visits}`);
}

test('offers to install from the second visit on, until it was answered', { tag: '@core' }, async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await test.step('not if the browser offers nothing', async () => {
    await visit(page);
    await comeAgain(page, 2);
    await expect(hint(page)).toHaveCount(0);
  });
  const asked = () => page.evaluate(() => window.asked);
  await offerInstall(page);
  const visitAgain = async () => {
    await page.evaluate(() => localStorage.removeItem('install'));
    await visit(page);
    await expect(hint(page)).toHaveCount(0);
    await comeBackLater(page);
    await expect(hint(page)).toBeVisible();
  };

  await test.step('asks the browser once', async () => {
    await visitAgain();
    expect(await faults(page)).toEqual([]);
    await hint(page).getByRole('button', { name: 'Install' }).click();
    await expect(hint(page)).toHaveCount(0);
    expect(await asked()).toBe(1);
    await comeAgain(page, 3);
    await expect(hint(page)).toHaveCount(0);
  });

  await test.step('remembers that the hint was dismissed', async () => {
    await visitAgain();
    await hint(page).getByRole('button', { name: 'Not now' }).click();
    await expect(hint(page)).toHaveCount(0);
    await comeAgain(page, 3);
    await expect(hint(page)).toHaveCount(0);
    expect(await asked()).toBe(0);
  });
});

test('offers to install after the first order', async ({ page, api, studio }) => {
  await offerInstall(page);
  await goToCheckout(page, api, studio, await studio.newDesign({ price: 4 }));
  await createOrder(page);
  await expect(hint(page)).toHaveCount(0);
  await pay(page);
  await expect(page).toHaveURL(paths.orderSuccess.path);
  await expect(hint(page)).toBeVisible();
});

test.describe('Safari on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    viewport: phone,
  });

  test('shows step by step how to add the shop to the home screen', async ({ page }) => {
    await visit(page);
    await comeBackLater(page);
    await expect(hint(page).getByRole('listitem')).toHaveText([
      /Share/,
      /Add to Home Screen/,
      /Tap Add/,
    ]);
    expect(await faults(page)).toEqual([]);
    await hint(page).getByRole('button', { name: 'Got it' }).click();
    await expect(hint(page)).toHaveCount(0);
  });
});

test('has tabs and asks to persist the storage in the installed app, and neither in the browser', async ({
  page,
  shop,
}) => {
  const asked = (shown: Page) => shown.evaluate(() => window.protected);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await noteProtection(page);
  await page.setViewportSize(phone);
  await visit(page);
  await expect(tabs(page)).toHaveCount(0);
  expect(scripts.filter((url) => url.includes('late-frame'))).toHaveLength(1);
  expect(scripts.filter((url) => url.includes('tab-bar'))).toEqual([]);
  expect(await asked(page)).toBe(0);

  const wide = { width: 1280, height: 800 };
  await inAppWindow(`${shop.url}/shop`, { viewport: wide }, async (app) => {
    await noteProtection(app);
    await app.reload();
    await expect.poll(() => asked(app)).toBe(1);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tabs(app)).toHaveCount(0);
    await app.setViewportSize(phone);
    await expect(tabs(app)).toBeVisible();
    await test.step('within reach of a thumb', () => useTabs(app, shop.url));
  });
});

async function useTabs(page: Page, url: string): Promise<void> {
  const links = tabs(page).getByRole('link');
  await expect(links).toHaveText(['Home', 'Shop', 'Search', 'Wishlist', 'Cart']);
  await expect(tabs(page).getByRole('link', { name: 'Shop' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  for (const link of await links.all()) {
    const box = await link.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  const bar = await tabs(page).boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(phone.height);

  await page
    .getByRole('button', { name: /to cart$/ })
    .first()
    .click();
  await expect(tabs(page).getByRole('link', { name: 'Cart 1 design' })).toBeVisible();
  await page
    .getByRole('button', { name: /to wishlist$/ })
    .first()
    .click();
  await expect(tabs(page).getByRole('link', { name: 'Wishlist 1 design' })).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await page.getByRole('contentinfo').getByRole('link').last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 10_000);
  const last = page.getByRole('contentinfo').getByRole('link').last();
  await expect
    .poll(async () => {
      const box = await last.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(bar?.y ?? 0);
  await tabs(page).getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL(`${url}${paths.search.path}`);
  expect(await page.evaluate(() => localStorage.getItem('install'))).toBeNull();
}
