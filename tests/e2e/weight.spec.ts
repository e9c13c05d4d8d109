import { expect, test } from '#tests/support/shop-test.ts';

/** Compressed kilobytes of everything the first screen runs. */
const maxScript = 95;

declare global {
  interface Window {
    /** When the screen's heading first appeared in the page, in ms of its clock. */
    screenStoodAt?: number;
  }
}

for (const path of ['/', '/shop']) {
  test(`the first screen of ${path} needs at most ${maxScript} kB of script`, async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main h1')) return;
        window.screenStoodAt = performance.now();
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    // The first screen can do without whatever arrives later.
    const needed = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .filter(({ responseEnd }) => responseEnd <= (window.screenStoodAt ?? 0))
        .map(({ encodedBodySize }) => encodedBodySize / 1000),
    );
    const kilobytes = needed.reduce((sum, size) => sum + size, 0);
    expect(needed.length).toBeGreaterThan(1);
    expect(kilobytes).toBeGreaterThan(60);
    expect(kilobytes).toBeLessThanOrEqual(maxScript);
  });
}
