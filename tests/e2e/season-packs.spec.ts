import type { Page } from '@playwright/test';
import { favouritesPath, paths } from '#contract/shop/paths.ts';
import { expect, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Waits for the picture of the design that is shown, and returns its name. */
async function shownDesign(page: Page): Promise<string> {
  const name = (await title(page).textContent()) ?? '';
  const picture = page.getByRole('img', { name });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  return name;
}

/** Far enough for a slow hand too: without speed, only more than half of the width turns the page. */
async function swipe(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width * 0.9, height / 2);
  await page.mouse.down();
  await page.mouse.move(width * 0.1, height / 2, { steps: 10 });
  await page.mouse.up();
}

test('a listing kept offline is there without the shop, also at a stall, until it is removed', async ({
  phone,
}) => {
  test.slow();
  const page = await phone.visit(favouritesPath);
  const keep = page.getByRole('button', { name: /^Save for the market/ });
  await keep.scrollIntoViewIfNeeded();
  await expect(keep).toHaveText(/^Save for the market: \d+ designs?, [\d.]+\s[kM]B$/);
  const said = /\d+ designs?, [\d.]+\s[kM]B$/.exec((await keep.textContent()) ?? '')?.[0] ?? '';
  await keep.click();
  await expect(
    page.getByRole('region', { name: 'Saved for the market' }).getByText(said),
  ).toBeVisible();
  await phone.close();
  await phone.lose('killed');

  const later = await phone.reopen(paths.stall.path);
  await test.step('a maker shows its designs, notes what a customer wants, and leaves by holding the corner', async () => {
    await later.getByRole('button', { name: 'Start with Favourites' }).click();
    await expect(later.getByText(/^1 of \d+$/)).toBeVisible();
    const first = await shownDesign(later);
    await swipe(later);
    await expect(later.getByText(/^2 of \d+$/)).toBeVisible();
    const second = await shownDesign(later);
    expect(second).not.toBe(first);
    await expect(later.getByText('$')).toHaveCount(0);
    await expect(later.getByRole('link')).toHaveCount(0);

    await later.getByRole('button', { name: 'All designs' }).click();
    const overview = later.getByRole('dialog', { name: 'All designs' });
    const all = overview.getByRole('list', { name: 'Designs' }).getByRole('button');
    await expect(overview.getByRole('button', { name: second })).toBeFocused();
    const thumb = all.last().locator('img');
    await all.last().focus();
    await expect
      .poll(() => thumb.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    const last = (await all.last().textContent()) ?? '';
    await later.keyboard.press('Enter');
    await expect(overview).toBeHidden();
    await expect(title(later)).toHaveText(last);
    await expect(later.getByText('$')).toHaveCount(0);
    await later.getByRole('button', { name: 'All designs' }).click();
    await later.keyboard.press('Escape');
    await expect(overview).toBeHidden();
    await expect(later.getByRole('dialog')).toHaveCount(0);
    await expect(title(later)).toHaveText(last);
    await later.getByRole('button', { name: 'All designs' }).click();
    await overview.getByRole('button', { name: second }).click();
    expect(await shownDesign(later)).toBe(second);

    await later.getByRole('button', { name: 'Customer wants this' }).click();
    await later.getByLabel('Name').fill('Ada');
    await later.getByLabel('Quantity').fill('3');
    await later.getByRole('button', { name: 'Save note' }).click();
    await expect(later.getByText('· 1 note')).toBeVisible();

    await later.goBack();
    await later.getByRole('button', { name: 'Keep showing designs' }).click();
    await later.keyboard.press('Escape');
    await later.getByRole('button', { name: 'Keep showing designs' }).click();
    await later.reload();
    await expect(title(later)).toHaveText(second);
    await expect(later.getByText('· 1 note')).toBeVisible();

    await later.getByTitle('Hold to leave').hover();
    await later.mouse.down();
    await expect(later).toHaveURL(/\/stall\?|\/stall$/);
    await later.mouse.up();
    await expect(title(later)).toHaveText('Show to customers');
    await expect(later.getByRole('list', { name: 'Notes' })).toContainText(`Ada3 × ${second}`);
  });

  await test.step('its large pictures are there', async () => {
    await later.goto(phone.url + favouritesPath);
    const picture = later.getByRole('main').locator('img').first();
    await expect(picture).not.toHaveJSProperty('currentSrc', '');
    const hash = await picture.evaluate(
      (img: HTMLImageElement) => new URL(img.currentSrc).pathname.split('/')[2] ?? '',
    );
    const width = await later.evaluate(async (name) => {
      const large = await fetch(`/images/${name}/1200.avif`);
      return (await createImageBitmap(await large.blob())).width;
    }, hash);
    expect(width).toBe(1200);
  });

  await test.step('it is removed on a press', async () => {
    await later.goto(phone.url + paths.storage.path);
    const packs = later.getByRole('region', { name: 'Saved for the market' });
    await expect(packs.getByText(said)).toBeVisible();
    await packs.getByRole('button', { name: 'Remove Favourites' }).click();
    await expect(packs.getByText(said)).toHaveCount(0);
    await expect
      .poll(() =>
        later.evaluate(
          async () => (await (await caches.open('pinwheel-season-packs')).keys()).length,
        ),
      )
      .toBe(0);
  });
});
