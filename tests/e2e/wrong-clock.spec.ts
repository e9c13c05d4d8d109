import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { dumpStorage } from '../support/dump-storage.ts';
import { expect, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

const dayMs = 86_400_000;

test("a wish is there again after the device's clock was 45 days ahead", {
  tag: ['@P19'],
}, async ({ phone }) => {
  const [design] = await phone.api.products();
  if (!design) throw new Error('The studio has no designs');
  const page = await phone.visit(paths.shop.path);
  await page.getByRole('button', { name: `Save ${design.title} to wishlist` }).click();
  const heart = page.getByRole('link', { name: `${design.title} is in your wishlist` });
  await expect(heart).toBeVisible();
  await expect.poll(() => shopTime(page)).toBeGreaterThan(Date.now() - dayMs);
  const now = Date.now();
  for (const days of [8, 45, 400, 0]) {
    await page.clock.setFixedTime(now + days * dayMs);
    await page.goto(phone.url + paths.myWishlist.path);
    await expect(page.getByText(/^1 design you saved was/)).toBeVisible();
    await expect.poll(() => hasWish(page, design._id)).toBe(true);
  }
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { name: design.title })).toBeVisible();
});

/** The newest time that the shop has sent to this device; 0: none. */
async function shopTime(page: Page): Promise<number> {
  const text = await stored(page, 'database pinwheel-device/values');
  return Number(/"key":"shopTime","value":(\d+)/.exec(text)?.[1] ?? 0);
}

async function hasWish(page: Page, productId: string): Promise<boolean> {
  return (await stored(page, 'database pinwheel-visitor/outbox')).includes(productId);
}

async function stored(page: Page, wanted: string): Promise<string> {
  return (await dumpStorage(page)).find(({ place }) => place === wanted)?.text ?? '';
}
