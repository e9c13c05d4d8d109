import { runShop } from './run-shop.ts';
import { test as base } from './studio-page.ts';

export { expect } from './studio-page.ts';

/** A new shop: no designs, no pictures, no brand. */
export const test = base.extend<object, { readonly shop: Awaited<ReturnType<typeof runShop>> }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const shop = await runShop({ DEMO: 'off' }, async () => {});
      await use(shop);
      await shop.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
