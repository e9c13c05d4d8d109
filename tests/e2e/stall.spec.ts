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

/** Waits for the picture of the design that is shown, and returns its name. */
async function shownDesign(page: Page): Promise<string> {
  const name = (await title(page).textContent()) ?? '';
  const picture = page.getByRole('img', { name });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  return name;
}

async function swipe(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width * 0.8, height / 2);
  await page.mouse.down();
  await page.mouse.move(width * 0.2, height / 2, { steps: 5 });
  await page.mouse.up();
}

test('without the shop a maker shows designs, notes what a customer wants, and leaves by holding the corner', async ({
  phone,
}) => {
  await keepFavourites(phone);
  const page = await phone.reopen(paths.stall.path);
  await page.getByRole('button', { name: 'Start with Favourites' }).click();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  const first = await shownDesign(page);
  await swipe(page);
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  const second = await shownDesign(page);
  expect(second).not.toBe(first);
  await expect(page.getByText('$')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);

  await page.getByRole('button', { name: 'All designs' }).click();
  const overview = page.getByRole('dialog', { name: 'All designs' });
  const all = overview.getByRole('list', { name: 'Designs' }).getByRole('button');
  await expect(overview.getByRole('button', { name: second })).toBeFocused();
  const thumb = all.last().locator('img');
  await all.last().focus();
  await expect
    .poll(() => thumb.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  const last = (await all.last().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(overview).toBeHidden();
  await expect(title(page)).toHaveText(last);
  await expect(page.getByText('$')).toHaveCount(0);
  await page.getByRole('button', { name: 'All designs' }).click();
  await page.keyboard.press('Escape');
  await expect(overview).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(title(page)).toHaveText(last);
  await page.getByRole('button', { name: 'All designs' }).click();
  await overview.getByRole('button', { name: second }).click();
  expect(await shownDesign(page)).toBe(second);

  await page.getByRole('button', { name: 'Note a wish' }).click();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Quantity').fill('3');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('1 wish noted')).toBeVisible();

  await page.goBack();
  await page.getByRole('button', { name: 'Keep showing designs' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep showing designs' }).click();
  await page.reload();
  await expect(title(page)).toHaveText(second);
  await expect(page.getByText('1 wish noted')).toBeVisible();

  await page.getByTitle('Hold to leave').hover();
  await page.mouse.down();
  await expect(page).toHaveURL(/\/stall\?|\/stall$/);
  await page.mouse.up();
  await expect(title(page)).toHaveText('Stall mode');
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(`Ada3 × ${second}`);
});
