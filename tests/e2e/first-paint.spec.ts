import { paths, productPath } from '#contract/paths.ts';
import { expect, test } from '../support/shop-test.ts';

/** How far the picture may move when the shop takes over, in CSS pixels. */
const slack = 2;

for (const width of [360, 412, 768, 1024, 1440]) {
  test(`the first picture stands before any script where the shop will have it, at ${width} px`, async ({
    page,
    api,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const [newest] = await api.products();
    for (const path of [paths.shop.path, productPath(newest?._id ?? '')]) {
      const entry = '**/assets/index-*.js';
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route(entry, async (route) => {
        await held;
        await route.fallback();
      });
      await page.goto(path, { waitUntil: 'commit' });
      const painted = page.locator('.first-paint img');
      await expect(painted).not.toHaveJSProperty('naturalWidth', 0);
      const before = await painted.boundingBox();
      const asked = await painted.evaluate((image: HTMLImageElement) => image.currentSrc);
      goOn();
      const shown = page.locator('main picture img').first();
      await expect(shown).toBeVisible();
      const after = await shown.boundingBox();
      if (!before || !after) throw new Error('A picture has no place');
      for (const side of ['x', 'y', 'width', 'height'] as const) {
        expect(Math.abs(after[side] - before[side]), `${path}: ${side}`).toBeLessThanOrEqual(slack);
      }
      // The same file, so it is fetched once.
      expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(asked);
      await page.unroute(entry);
    }
  });
}
