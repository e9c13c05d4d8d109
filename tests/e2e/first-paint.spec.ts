import type { Locator, Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { expect, test } from '../support/shop-test.ts';

/** How far the first-painted content may move when the shop takes over, in CSS pixels. */
const slack = 2;
const entry = '**/assets/index-*.js';

/** Holds back what is requested at these addresses; the returned function lets it through. */
async function hold(page: Page, addresses: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return async () => {
    held.resolve();
    await page.unroute(addresses);
  };
}

/** Opens a page with its scripts blocked; the returned function lets them run. */
async function openUnscripted(page: Page, path: string): Promise<() => Promise<void>> {
  const goOn = await hold(page, entry);
  await page.goto(path, { waitUntil: 'commit' });
  return goOn;
}

async function placeOf(shown: Locator) {
  await expect(shown).toBeVisible();
  const place = await shown.boundingBox();
  if (!place) throw new Error('What is shown has no place');
  return place;
}

type Place = Awaited<ReturnType<typeof placeOf>>;

function expectSamePlace(after: Place, before: Place, what: string, slackAcross = slack): void {
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    const most = side === 'width' ? slackAcross : slack;
    expect(Math.abs(after[side] - before[side]), `${what}: ${side}`).toBeLessThanOrEqual(most);
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
      const heading = await placeOf(page.locator('.first-paint-heading'));
      const asked = await painted.evaluate((image: HTMLImageElement) => image.currentSrc);
      await goOn();
      const shown = page.locator('main picture img').first();
      expectSamePlace(await placeOf(shown), before, `${path} at ${width} px`);
      const title = page.getByRole('heading', { level: 1 });
      expectSamePlace(await placeOf(title), heading, `heading of ${path} at ${width} px`);
      // The same file, so it is downloaded once.
      expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(asked);
    }
  }
});

test("no other picture of the shop is larger than the first, which it doesn't wait for", async ({
  page,
}) => {
  for (const width of [375, 390, 393]) {
    await page.setViewportSize({ width, height: 844 });
    const goOn = await openUnscripted(page, paths.shop.path);
    await expect(page.locator('.first-paint img')).not.toHaveJSProperty('naturalWidth', 0);
    await goOn();
    const cards = page.locator('main article img');
    for (const place of [1, 2, 3]) {
      await expect(cards.nth(place)).not.toHaveJSProperty('naturalWidth', 0);
    }
    const largest = await page.evaluate(async () => {
      const entries = await new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      });
      return entries.filter((entry) => 'url' in entry && entry.url !== '').length;
    });
    expect(largest, `pictures at ${width} px`).toBe(1);
  }
});

test("paints the home page's text and first picture before any script where the shop will have it", async ({
  page,
}) => {
  for (const width of [360, 412, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const goOn = await openUnscripted(page, paths.home.path);
    const title = page.locator('.first-paint-title');
    await expect(title).toHaveCSS('font-weight', '600');
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
      // Words in the device's letters are a little wider or narrower.
      const slackAcross = index < 2 ? 0.08 * place.width : slack;
      if (painted) expectSamePlace(place, painted, `${index} at ${width} px`, slackAcross);
    }
  }
});

test('nothing moves when the fonts arrive after the first paint', async ({ page, api }) => {
  const [newest] = await api.products();
  const painted = page.locator('.first-paint :is(p, img)');
  const placesOf = () =>
    painted.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  // At 396 and 504 px the words of the home page wrap elsewhere in the shop's own letters.
  for (const width of [320, 396, 504, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [paths.home.path, paths.shop.path, productPath(newest?._id ?? '')]) {
      const showFonts = await hold(page, '**/*.woff2');
      const goOn = await openUnscripted(page, path);
      await expect(page.locator('.first-paint-header')).toBeVisible();
      await expect(painted.last()).toBeAttached();
      const before = await placesOf();
      await showFonts();
      const faces = await page.evaluate(async () => {
        const loaded = ['600 1em Fredoka', '1em Nunito'].map((font) => document.fonts.load(font));
        return (await Promise.all(loaded)).flat().length;
      });
      expect(faces).toBe(2);
      expect(await placesOf(), `${path} at ${width} px`).toEqual(before);
      await goOn();
    }
  }
});
