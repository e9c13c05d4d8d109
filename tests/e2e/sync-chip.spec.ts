import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { below, touched } from '#tests/support/boxes.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import { cutCall } from '#tests/support/page-calls.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

/** Adds two designs to the cart and one to the wishlist, from the shop's cards. */
async function makeChanges(page: Page, api: ShopApi): Promise<void> {
  const [fox, moon, fern] = await someDesigns(api);
  await page.goto(paths.shop.path);
  await page.getByRole('button', { name: `Add ${fox.title} to cart` }).click();
  await page.getByRole('button', { name: `Add ${moon.title} to cart` }).click();
  await page.getByRole('button', { name: `Save ${fern.title} to wishlist` }).click();
  await expect(page.getByRole('button', { name: /3 changes waiting$/ })).toBeVisible();
}

test.use({ expectedErrors: [/ERR_/], viewport: { width: 360, height: 780 } });

test('the chip covers nothing on the checkout: changes waiting', async ({ page, context, api }) => {
  await signInPage(page, api);
  await cutCall(page, 'cartAdd');
  await cutCall(page, 'wishlistAdd');
  await makeChanges(page, api);
  await page.goto(paths.checkout.path);
  await expect(page.getByRole('button', { name: /3 changes waiting$/ })).toBeVisible();
  await context.setOffline(true);
  const chip = page.getByRole('button', { name: /^Offline · 3 changes waiting$/ });
  await expect(chip).toBeVisible();
  for (const width of [360, 768, 1440]) {
    const where = `at ${width} px`;
    await page.setViewportSize({ width, height: 780 });
    await page.evaluate(() => scrollTo(0, 0));
    expect(await chip.evaluate(touched), where).toEqual([]);
    expect((await chip.boundingBox())?.height, where).toBeGreaterThanOrEqual(44);
    const invitation = page.getByRole('complementary', { name: 'Invitation' });
    await expect(invitation.getByRole('link'), where).toBeInViewport({ ratio: 1 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow(), where).toBe(0);
    // At the end of a long page it is still visible, in the sticky row.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(chip, where).toBeInViewport({ ratio: 1 });
    expect(await chip.evaluate(below, '[aria-label="Invitation"]'), where).toEqual([]);
  }
});
