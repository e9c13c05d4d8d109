import type { Locator } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { inAppWindow } from '#tests/support/app-window.ts';
import { expect, test } from '#tests/support/shop-test.ts';

async function boxOf(shown: Locator) {
  await expect(shown).toBeVisible();
  const box = await shown.boundingBox();
  if (!box) throw new Error('It has no box');
  return box;
}

test('keeps Add to Cart above the tabs of the installed app', { tag: ['@G04'] }, async ({
  shop,
  api,
}) => {
  const [product] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  const phone = { width: 360, height: 740 };
  const path = productPath(product?._id ?? '');
  await inAppWindow(`${shop.url}${path}`, { viewport: phone }, async (page) => {
    const tabs = await boxOf(page.getByRole('navigation', { name: 'Tabs' }));
    const add = await boxOf(page.getByRole('button', { name: 'Add to Cart', exact: true }));
    expect(add.y + add.height).toBeLessThanOrEqual(tabs.y);
    expect(add.y + add.height).toBeGreaterThan(tabs.y - 24);
  });
});

test('the device remembers that its buyer chose one column', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(paths.shop.path);
  await page.getByRole('button', { name: 'One column', pressed: false }).click();
  await page.goto(paths.shop.path);
  await expect(page.getByRole('button', { name: 'One column', pressed: true })).toBeVisible();
  const cards = page.getByRole('main').getByRole('article');
  const first = await boxOf(cards.first());
  expect((await boxOf(cards.nth(1))).y).toBeGreaterThan(first.y);
});
