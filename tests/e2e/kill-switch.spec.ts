import type { Page } from '@playwright/test';
import type { ToWorker } from '#offline/catalogue/worker-messages.ts';
import { runShop } from '#tests/support/run-shop.ts';
import { expect, test } from '#tests/support/shop-test.ts';

// What the page and the browser load fails while the shop is down and while the worker changes.
test.use({
  withWorker: true,
  expectedErrors: [/ERR_(CONNECTION_|FAILED)|when fetching the script/],
});

/** The shop's workers, caches and databases in a page's browser. */
function storedBy(page: Page) {
  return page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
}

test("removes a faulty worker from the device, and keeps the buyer's data there", async ({
  page,
}) => {
  const settings: Record<string, string> = {};
  const shop = await runShop(settings);
  try {
    await page.goto(`${shop.url}/shop`);
    await page
      .getByRole('button', { name: /^Add .* to cart$/ })
      .first()
      .click();
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await expect.poll(async () => (await storedBy(page)).caches).toBeGreaterThan(0);
    const { databases } = await storedBy(page);
    expect(databases.length).toBeGreaterThan(0);

    // The old worker is busy storing pictures, which never come.
    let unanswered = 0;
    await page.context().route('**/images/**/640.avif', (route, request) => {
      if (request.serviceWorker()) unanswered += 1;
      else return route.continue();
    });
    const store: ToWorker = { kind: 'gallery', wish: 'store' };
    await page.evaluate(
      (message) => navigator.serviceWorker.controller?.postMessage(message),
      store,
    );
    await expect.poll(() => unanswered).toBeGreaterThan(0);

    await shop.kill();
    settings.SERVICE_WORKER = 'off';
    await shop.start();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto(`${shop.url}/terms-conditions`);
    // And its page wakes it again while the browser ends it.
    const follow: ToWorker = { kind: 'follow', withPictures: false };
    await page.evaluate((message) => {
      const wake = () => navigator.serviceWorker.controller?.postMessage(message);
      const timer = setInterval(wake, 5);
      setTimeout(() => clearInterval(timer), 1_500);
    }, follow);

    await expect
      .poll(() => storedBy(page), { timeout: 20_000 })
      .toEqual({ workers: 0, caches: 0, databases: expect.arrayContaining(databases) });
    expect(loads).toBe(1);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  } finally {
    await shop.end();
  }
});
