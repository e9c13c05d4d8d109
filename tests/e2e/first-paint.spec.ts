import type { Locator, Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { expect, test } from '../support/shop-test.ts';

/** How far the first-painted content may move when the shop takes over, in CSS pixels. */
const slack = 2;
const entry = '**/assets/index-*.js';

/** Opens a page with its scripts blocked; the returned function lets them run. */
async function openUnscripted(page: Page, path: string): Promise<() => Promise<void>> {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(entry, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    goOn();
    await page.unroute(entry);
  };
}

async function placeOf(shown: Locator) {
  await expect(shown).toBeVisible();
  const place = await shown.boundingBox();
  if (!place) throw new Error('What is shown has no place');
  return place;
}

type Place = Awaited<ReturnType<typeof placeOf>>;

function expectSamePlace(after: Place, before: Place, what: string): void {
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs(after[side] - before[side]), `${what}: ${side}`).toBeLessThanOrEqual(slack);
  }
}

test('paints the first picture before any script where the shop will have it', async ({
  page,
  api,
}) => {
  const [newest] = await api.products();
  for (const width of [360, 412, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [paths.shop.path, productPath(newest?._id ?? '')]) {
      const goOn = await openUnscripted(page, path);
      const painted = page.locator('.first-paint img');
      await expect(painted).not.toHaveJSProperty('naturalWidth', 0);
      const before = await placeOf(painted);
      const asked = await painted.evaluate((image: HTMLImageElement) => image.currentSrc);
      await goOn();
      const shown = page.locator('main picture img').first();
      expectSamePlace(await placeOf(shown), before, `${path} at ${width} px`);
      // The same file, so it is downloaded once.
      expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(asked);
    }
  }
});

test("paints the home page's text and first picture before any script where the shop will have it", async ({
  page,
}) => {
  for (const width of [360, 412, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const goOn = await openUnscripted(page, paths.home.path);
    const title = page.locator('.first-paint-title');
    // Styled, and in the shop's own font, not a fallback.
    await expect(title).toHaveCSS('font-weight', '600');
    await page.evaluate(() => document.fonts.ready);
    const painted = page.locator('.first-paint-home img');
    await expect(painted).not.toHaveJSProperty('naturalWidth', 0);
    const before = [
      await placeOf(title),
      await placeOf(page.locator('.first-paint-text')),
      await placeOf(painted),
    ];
    const asked = await painted.evaluate((image: HTMLImageElement) => image.currentSrc);
    await goOn();
    const hero = page.getByRole('region', { name: 'Patterns fresh off the line' });
    const sold = page.getByRole('region', { name: 'Best sellers' });
    const shown = sold.locator('picture img').first();
    const after = [
      await placeOf(hero.getByRole('heading', { level: 1 })),
      await placeOf(hero.getByText('Seamless patterns, clip-art PNGs')),
      await placeOf(shown),
    ];
    expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(asked);
    for (const [index, place] of after.entries()) {
      const painted = before[index];
      if (painted) expectSamePlace(place, painted, `${index} at ${width} px`);
    }
  }
});
