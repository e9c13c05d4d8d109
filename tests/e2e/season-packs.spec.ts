import { favouritesPath, paths } from '#contract/shop/paths.ts';
import { expect, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

test('a listing kept offline shows its large pictures without the shop, until it is removed', async ({
  phone,
}) => {
  const page = await phone.visit(favouritesPath);
  const keep = page.getByRole('button', { name: /^Keep offline/ });
  await keep.scrollIntoViewIfNeeded();
  await expect(keep).toHaveText(/^Keep offline: \d+ designs?, [\d.]+ [kM]B$/);
  const said = /\d+ designs?, [\d.]+ [kM]B$/.exec((await keep.textContent()) ?? '')?.[0] ?? '';
  await keep.click();
  await expect(page.getByRole('region', { name: 'Kept offline' }).getByText(said)).toBeVisible();
  await phone.close();
  await phone.lose('killed');

  const later = await phone.reopen(favouritesPath);
  const hash = await later
    .getByRole('main')
    .locator('img')
    .first()
    .evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname.split('/')[2] ?? '');
  const width = await later.evaluate(async (name) => {
    const picture = await fetch(`/images/${name}/1200.avif`);
    return (await createImageBitmap(await picture.blob())).width;
  }, hash);
  expect(width).toBe(1200);

  await later.goto(phone.url + paths.storage.path);
  const packs = later.getByRole('region', { name: 'Designs kept offline' });
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
