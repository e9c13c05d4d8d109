import type { Page } from '@playwright/test';
import { favouritesPath, paths } from '#contract/shop/paths.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Keeps the favourites on the phone, then takes the shop away. */
async function keepFavourites(phone: Phone): Promise<void> {
  const page = await phone.visit(favouritesPath);
  const keep = page.getByRole('button', { name: /^Keep offline/ });
  await keep.scrollIntoViewIfNeeded();
  await expect(keep).toHaveText(/[kM]B$/);
  await keep.click();
  await expect(
    page.getByRole('region', { name: 'Kept offline' }).getByText(/[kM]B$/),
  ).toBeVisible();
  await phone.close();
  await phone.lose('killed');
}

async function swipe(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width * 0.8, height / 2);
  await page.mouse.down();
  await page.mouse.move(width * 0.2, height / 2, { steps: 5 });
  await page.mouse.up();
}

test('a maker shows kept designs at a stall without the shop, and leaves by holding the corner', async ({
  phone,
}) => {
  await keepFavourites(phone);
  const page = await phone.reopen(paths.stall.path);
  await page.getByRole('button', { name: 'Start with Favourites' }).click();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  const first = await title(page).textContent();
  await swipe(page);
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  const second = (await title(page).textContent()) ?? '';
  expect(second).not.toBe(first);
  const picture = page.getByRole('img', { name: second });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  await expect(page.getByText('$')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);

  await page.goBack();
  await page.getByRole('button', { name: 'Keep showing designs' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep showing designs' }).click();
  await page.reload();
  await expect(title(page)).toHaveText(second);

  await page.getByTitle('Hold to leave').hover();
  await page.mouse.down();
  await expect(page).toHaveURL(/\/stall\?|\/stall$/);
  await page.mouse.up();
  await expect(title(page)).toHaveText('Stall mode');
});
