import { paths } from '#contract/shop/paths.ts';
import { loadLateParts } from '#tests/support/load-late-parts.ts';
import { expect, test } from '#tests/support/shop-test.ts';

test('Chromium reads the whole manifest without an error or a warning', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (/manifest/i.test(message.text())) warnings.push(message.text());
  });
  await page.goto(paths.shop.path);
  const { errors, data, manifest } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(warnings).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toHaveProperty('handle_links');
  expect(manifest).toMatchObject({
    displayOverrides: ['kWindowControlsOverlay', 'kStandalone'],
    launchHandler: { clientMode: 'kFocusExisting' },
  });
});

test('a first visit loads none of the pictures that only an install shows', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(paths.home.path);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path.startsWith('/screenshots/'))).toEqual([]);
});

test.describe("with the system's title bar hidden", () => {
  test.use({
    viewport: { width: 900, height: 700 },
    expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
  });

  test('the first row serves as title bar, clear of the window buttons', async ({ page }) => {
    // A browser without a display has no such window, so its media query and measures are filled in.
    const [left, width, height] = [80, 660, 40];
    await page.route('**/*.css', async (route) => {
      const response = await route.fetch();
      const css = (await response.text())
        .replaceAll(/\(display-mode: ?window-controls-overlay\)/g, 'all')
        .replaceAll(/env\(titlebar-area-x[^)]*\)/g, `${left}px`)
        .replaceAll(/env\(titlebar-area-width[^)]*\)/g, `${width}px`)
        .replaceAll(/env\(titlebar-area-height[^)]*\)/g, `${height}px`);
      await route.fulfill({ response, body: css });
    });
    await page.goto(paths.shop.path);
    const bar = page.getByRole('complementary', { name: 'Invitation' });
    await loadLateParts(page);
    await page.context().setOffline(true);
    const chip = page.getByRole('button', { name: 'Offline' });
    await expect(chip).toBeVisible();
    for (const shown of [bar.getByRole('link'), chip]) {
      const box = await shown.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(left);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(left + width);
      await expect(shown).toHaveCSS('app-region', 'no-drag');
    }
    await expect(bar).toHaveCSS('app-region', 'drag');
    expect((await bar.boundingBox())?.height).toBe(height);
    // The window can also be dragged at the end of a page.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(bar).toBeInViewport({ ratio: 1 });
  });

  test('a window with its own title bar has none of this', async ({ page }) => {
    await page.goto(paths.shop.path);
    const bar = page.getByRole('complementary', { name: 'Invitation' });
    await expect(bar).toHaveCSS('app-region', 'none');
    expect((await bar.boundingBox())?.height).toBe(36);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(bar).not.toBeInViewport();
  });
});
