import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const emptyHeart = (page: Page, { title }: Product) =>
  page.getByRole('button', { name: `Save ${title} to wishlist` });
const filledHeart = (page: Page, { title }: Product) =>
  page.getByRole('link', { name: `${title} is in your wishlist` });

/** A buyable design of the shop's first page. */
async function aDesign(api: ShopApi): Promise<Product> {
  const design = (await api.products()).find(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no design');
  return design;
}

test('a visitor saves a design on its card, and finds the heart filled on the next visit', {
  tag: ['@F09', '@T09', '@P18', '@O17'],
}, async ({ page, api }) => {
  const fox = await aDesign(api);
  await page.goto(paths.shop.path);
  const card = page.getByRole('article').filter({ hasText: fox.title });
  await expect(card.getByRole('button', { name: `Add ${fox.title} to cart` })).toBeEnabled();

  await emptyHeart(page, fox).click();
  await expect(filledHeart(page, fox)).toBeVisible();
  await expect(filledHeart(page, fox)).toBeFocused();
  await expect(toasts(page).getByText('Item added to wishlist')).toBeVisible();
  // Written after the database, for the next first paint.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wishlist'))).toContain(fox._id);
  const kept = await page.evaluate(() => ({
    updatedAt: Date.parse(localStorage.getItem('lastWishlistUpdate') ?? ''),
    now: Date.now(),
  }));
  expect(kept.now - kept.updatedAt).toBeLessThan(60_000);

  // Before the database can open: its code never loads.
  await page.route('**/account-engine-*.js', () => {});
  await page.reload();
  await expect(filledHeart(page, fox)).toBeVisible();
});

test("a visitor's wishlist expires after a week, and one tap restores it", {
  tag: ['@P19'],
}, async ({ page, api }) => {
  const fox = await aDesign(api);
  await page.goto(paths.shop.path);
  await emptyHeart(page, fox).click();
  await expect(toasts(page).getByText('Item added to wishlist')).toBeVisible();

  await page.clock.setSystemTime(Date.now() + 7 * 86_400_000 + 60_000);
  await page.reload();
  await expect(emptyHeart(page, fox)).toBeVisible();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('1 design you saved was archived after 7 days');
  await notices.getByRole('button', { name: 'Restore' }).click();
  await expect(filledHeart(page, fox)).toBeVisible();
  await expect(notices.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});
