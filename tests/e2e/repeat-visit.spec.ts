import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { dumpStorage } from '../support/dump-storage.ts';
import { expect, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

const dayMs = 86_400_000;

test('a repeat visit shows the designs before the shop answers, then its answer, and a file as it is', async ({
  phone,
}) => {
  test.slow();
  await phone.visit(paths.shop.path);
  await phone.close();
  const [newest] = await phone.api.products();
  if (!newest) throw new Error('The studio has no design');
  const title = 'Renamed meanwhile';
  phone.api.sql('UPDATE products SET title = ? WHERE id = ?', title, newest._id);
  phone.api.sql(
    'INSERT INTO catalogueChanges (productId, changedAt) VALUES (?, ?)',
    newest._id,
    new Date().toISOString(),
  );
  await expect.poll(async () => (await phone.api.products())[0]?.title).toBe(title);
  const letAnswer = phone.network.hold();

  const page = await phone.open();
  await page.goto(phone.url + paths.shop.path, { waitUntil: 'commit' });
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(28);
  await expect(cards.first()).toContainText(newest.title);

  letAnswer();
  await expect(cards.first()).toContainText(title);

  await test.step('a file of the shop is shown as it is, not as a screen', async () => {
    await page.goto(`${phone.url}/robots.txt`);
    await expect(page.locator('body')).toContainText('Sitemap:');
  });

  await test.step("a wish is there again after the device's clock was 45 days ahead (P19)", async () => {
    await page.goto(phone.url + paths.shop.path);
    await page.getByRole('button', { name: `Save ${title} to wishlist` }).click();
    const heart = page.getByRole('link', { name: `${title} is in your wishlist` });
    await expect(heart).toBeVisible();
    await expect.poll(() => shopTime(page)).toBeGreaterThan(Date.now() - dayMs);
    const now = Date.now();
    for (const days of [8, 45, 400, 0]) {
      await page.clock.setFixedTime(now + days * dayMs);
      await page.goto(phone.url + paths.myWishlist.path);
      await expect(page.getByText(/^1 design you saved was/)).toBeVisible();
      await expect.poll(() => hasWish(page, newest._id)).toBe(true);
    }
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  });
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
