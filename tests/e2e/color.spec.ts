import { paths } from '#contract/shop/paths.ts';
import { expect, test } from '../support/offline-test.ts';
import { plainPicture } from '../support/pictures.ts';

test.use({ isReturning: true });

test('a colour matched from a photo finds designs without a signal, and a design what goes with it', async ({
  phone,
}) => {
  const page = await phone.open();
  await page.goto(phone.url + paths.shop.path);
  await page.getByRole('button', { name: /Filters/ }).click();
  const match = page.getByRole('button', { name: 'Match a photo' });
  await match.click();
  const dialog = page.getByRole('dialog', { name: 'Match a colour' });
  await expect(dialog.getByLabel('Photo')).toBeVisible();
  await phone.lose('killed');
  // The page asks by itself whether the shop is back; nothing it sends has the photo or its colour.
  const sent: string[] = [];
  page.on('request', (request) => {
    const isAsking = request.method() === 'GET' && !request.url().includes('23355c');
    if (!isAsking) sent.push(`${request.method()} ${request.url()}`);
  });
  const navy = { name: 'navy.png', mimeType: 'image/png', buffer: await plainPicture('#23355c') };
  await dialog.getByLabel('Photo').setInputFiles(navy);
  await expect(dialog.getByText('#23355c')).toBeVisible();
  await dialog.getByRole('img').press('ArrowRight');
  expect(sent).toEqual([]);

  await dialog.getByRole('button', { name: 'Show designs in this colour' }).click();
  await expect(page).toHaveURL(/color=23355c/);
  await page.getByRole('button', { name: /^Show \d+ designs?$/ }).click();
  await page.getByRole('article').first().getByRole('link').first().click();

  await expect(page.getByRole('heading', { name: 'Goes well with' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Designs in colour #/ }).first()).toBeVisible();
});
