import type { Response } from '@playwright/test';
import { expect, test } from '../support/shop-test.ts';

/** Kilobytes as they travel, of everything the first screen runs. */
const mostScript = 95;

for (const path of ['/', '/shop']) {
  test(`the first screen of ${path} needs at most ${mostScript} kB of script`, async ({ page }) => {
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await page.goto(path, { waitUntil: 'load' });
    // What comes after the load event is what the first screen can do without.
    const needed = [...scripts];
    const sizes = await Promise.all(
      needed.map(async (script) => (await script.request().sizes()).responseBodySize),
    );
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    expect(needed.length).toBeGreaterThan(1);
    expect(kilobytes).toBeGreaterThan(60);
    expect(kilobytes).toBeLessThanOrEqual(mostScript);
  });
}
