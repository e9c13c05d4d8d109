import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const box = (page: Page) => page.getByRole('banner').getByRole('searchbox');
const panel = (page: Page) => page.locator('[data-suggestions]');

/** The first three letters of a word that some design's title begins with. */
async function typedStart(products: readonly { readonly title: string }[]) {
  const word = products[0]?.title.split(' ')[0]?.toLowerCase() ?? '';
  return word.slice(0, 3);
}

test('fits the screen at each width and has no axe violations', async ({ page, api }) => {
  await page.goto(paths.shop.path);
  await box(page).pressSequentially(await typedStart(await api.products()));
  for (const width of [360, 768, 1440]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 780 });
      await expect(panel(page).getByRole('link').first()).toBeVisible();
      const at = await panel(page).boundingBox();
      expect(at?.x).toBeGreaterThanOrEqual(0);
      expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(width);
      for (const link of await panel(page).getByRole('link').all()) {
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      expect(await faults(page)).toEqual([]);
    });
  }
});
