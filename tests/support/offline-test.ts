import type { Page } from '@playwright/test';
import { type RunningShop, runShop } from './run-shop.ts';
import { makeApi, type ShopApi } from './shop-api.ts';
import { test as base } from './shop-test.ts';

export { expect } from './shop-test.ts';

interface OfflineFixtures {
  /** A server of the journey's own, to be pulled the plug on. */
  readonly ownShop: RunningShop;
  readonly ownApi: ShopApi;
}

/** Journeys with the worker, against a server that may be killed. */
export const test = base.extend<OfflineFixtures>({
  withWorker: true,
  // A dead server's refused requests are what these journeys are about.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  expectedErrors: async ({}, use) =>
    use([/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_INTERNET/]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  ownShop: async ({}, use) => {
    const shop = await runShop();
    await use(shop);
    await shop.end();
  },
  ownApi: async ({ ownShop }, use) => use(makeApi(ownShop)),
});

declare global {
  interface Window {
    /** Resolves when the worker has kept what is needed without a signal. */
    packed?: Promise<void>;
  }
}

/** Opens a screen and waits until the worker answers for it and its pack is kept. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    window.packed = new Promise((resolve) => {
      navigator.serviceWorker?.addEventListener('message', ({ data }) => {
        if (data.kind === 'packed') resolve();
      });
    });
  });
  await page.goto(url);
  await page.evaluate(() => window.packed);
}
