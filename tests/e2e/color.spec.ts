import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { expect, test } from '../support/offline-test.ts';
import { plainPicture } from '../support/pictures.ts';

test.use({ isReturning: true });

/** Pastes a picture, as from a screenshot. */
async function paste(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'red.png', { type: 'image/png' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    },
    [...picture],
  );
}

test('a colour matched from a pasted picture or a photo finds designs without a signal, a design what goes with it, and Back its place', async ({
  phone,
}) => {
  const page = await phone.open();
  await page.goto(phone.url + paths.search.path);
  await page.getByRole('button', { name: 'Match a photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Match a colour' });
  const photo = dialog.getByLabel('Photo', { exact: true });
  await expect(photo).toBeVisible();
  await phone.lose('killed');
  // The page asks by itself whether the shop is back; nothing it sends has the photo or its colour.
  const sent: string[] = [];
  page.on('request', (request) => {
    const isAsking = request.method() === 'GET' && !request.url().includes('23355c');
    if (!isAsking) sent.push(`${request.method()} ${request.url()}`);
  });
  await paste(page, await plainPicture('#c8323c'));
  await expect(dialog.getByText('#c8323c')).toBeVisible();
  const navy = { name: 'navy.png', mimeType: 'image/png', buffer: await plainPicture('#23355c') };
  await photo.setInputFiles(navy);
  await expect(dialog.getByText('#23355c')).toBeVisible();
  await dialog.getByRole('img').press('ArrowRight');
  expect(sent).toEqual([]);

  await dialog.getByRole('button', { name: 'Show designs in this colour' }).click();
  await expect(page).toHaveURL(/color=23355c/);
  await expect(page.getByLabel('Sort by')).toHaveValue('closest-color');
  const last = page.getByRole('article').last().getByRole('link').first();
  await last.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(200);
  await last.click();

  await expect(page.getByRole('heading', { name: 'Goes well with' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Designs in colour #/ }).first()).toBeVisible();

  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
  await expect(last).toBeInViewport();
});
