import type { Page } from '@playwright/test';
import { itemLicencePath, paths, productPath } from '#contract/shop/paths.ts';
import { buy, signInByForm } from '../support/buying-test.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';

test.use({ isReturning: true });

/** Removes a design from the shop; its buyers keep it. */
function retire({ api }: Phone, productId: string): void {
  api.sql("UPDATE products SET status = 'retired' WHERE id = ?", productId);
  const at = new Date().toISOString();
  api.sql('INSERT INTO catalogueChanges (productId, changedAt) VALUES (?, ?)', productId, at);
}

test.describe('a new device', () => {
  test.use({ isReturning: false });

  test('orders, their pictures and their licences are on a device that only signed in', async ({
    phone,
  }) => {
    const buyer = await phone.api.newBuyer();
    const design = (await phone.api.products()).find(({ isBuyable }) => isBuyable);
    if (!design) throw new Error('The studio has no designs');
    const order = await buy(phone.api, phone.url, buyer, design);
    // No other reason to save its picture.
    retire(phone, design._id);
    await expect
      .poll(async () => (await phone.api.products()).map(({ _id }) => _id))
      .not.toContain(design._id);

    const page = await phone.visit(paths.signIn.path);
    await signInByForm(page, buyer);
    const hash = new URL(design.images[0]?.url ?? '', phone.url).pathname.split('/')[2] ?? '';
    const saved = () =>
      page.evaluate(
        async (wanted) =>
          (await (await caches.open('pinwheel-pack')).keys()).some(({ url }) =>
            url.includes(wanted),
          ),
        hash,
      );
    await expect.poll(saved).toBe(true);
    await phone.close();
    await phone.lose('killed');

    const later = await phone.reopen(paths.myOrders.path);
    await expect(later.getByText(design.title)).toBeVisible();
    const picture = later.getByRole('main').locator('img').first();
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    await later.goto(phone.url + itemLicencePath(order._id, order.items[0]?._id ?? ''));
    await expect(later.getByRole('region', { name: 'You may' })).toBeVisible();
    await later.goto(phone.url + paths.licence.path);
    await expect(later.getByText(/licence, version/).first()).toBeVisible();
    await expect(later.getByText('The licence texts couldn’t be loaded')).toHaveCount(0);
  });
});

test('a design that left the shop says so offline', async ({ phone }) => {
  const [design] = await phone.api.products();
  if (!design) throw new Error('The studio has no designs');
  retire(phone, design._id);
  await phone.visit('/');
  await phone.close();
  await phone.lose('killed');
  const page = await phone.reopen(productPath(design._id));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This design is no longer available',
  );
  await expect(
    page.getByText('It wasn’t in the shop when this device was last online.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'See all designs' })).toBeVisible();
});

const section = (page: Page) => page.getByRole('region', { name: 'Save the shop for offline' });
const isStored = /^All \d+ pictures are on this device, ([\d.]+ MB)\./;

test('storing the whole shop includes every picture of a design that was never opened', async ({
  phone,
}) => {
  const page = await phone.visit(paths.storage.path);
  const take = section(page).getByRole('button', {
    name: /^Save the shop for offline, [\d.]+ MB$/,
  });
  const said = /[\d.]+ MB/.exec((await take.textContent()) ?? '')?.[0];
  await take.click();
  const stored = section(page).getByText(isStored);
  await expect(stored).toBeVisible();
  expect(isStored.exec((await stored.textContent()) ?? '')?.[1]).toBe(said);
  const design = (await phone.api.products()).find(({ images }) => images.length === 4);
  await phone.close();
  await phone.lose('killed');

  const later = await phone.reopen(productPath(design?._id ?? ''));
  const thumbs = later.getByRole('button', { name: /^Picture \d/ }).locator('img');
  await expect(thumbs).toHaveCount(4);
  for (const thumb of await thumbs.all()) {
    await expect(thumb).not.toHaveJSProperty('naturalWidth', 0);
  }
  await later.getByRole('button', { name: 'Picture 4' }).click();
  await expect(later.getByAltText(/picture 4 of 4$/)).not.toHaveJSProperty('naturalWidth', 0);

  await later.goto(phone.url + paths.storage.path);
  await section(later).getByRole('button', { name: 'Remove from this device' }).click();
  await expect(
    section(later).getByRole('button', { name: 'Save the shop for offline' }),
  ).toBeVisible();
  expect(await later.evaluate(() => caches.has('pinwheel-gallery'))).toBe(false);
});

test('storing all pictures continues where it was interrupted, and stops and resumes on a press', async ({
  phone,
}) => {
  const page = await phone.visit(paths.storage.path);
  await expect(section(page).getByRole('button', { name: /, [\d.]+ MB$/ })).toBeVisible();
  await phone.lose('silent');
  await section(page)
    .getByRole('button', { name: /^Save the shop for offline/ })
    .click();
  await expect(section(page).getByText(/^0 of \d+ pictures/)).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Stop' })).toBeVisible();
  // As a phone's system would kill it.
  await phone.close();
  await phone.regain();
  const later = await phone.reopen(paths.storage.path);
  await expect(section(later).getByText(isStored)).toBeVisible();

  // As if the worker was killed between storing a picture and recording it.
  await later.evaluate(async () => {
    const cache = await caches.open('pinwheel-gallery');
    for (const { url } of (await cache.keys())
      .filter(({ url }) => url.endsWith('.avif'))
      .slice(5)) {
      await cache.delete(url);
    }
    const record = await (await cache.match('/stored-gallery'))?.json();
    await cache.put('/stored-gallery', Response.json({ ...record, status: 'stopped' }));
  });
  await later.reload();
  await section(later).getByRole('button', { name: 'Continue' }).click();
  await expect(section(later).getByText(isStored)).toBeVisible();
});

test('pictures of a new design are added, those of a removed design deleted', async ({ phone }) => {
  const page = await phone.visit(paths.storage.path);
  const [first, second] = await phone.api.products();
  const hashOf = (design = first) => design?.images.at(-1)?.url.split('/').at(-2) ?? '';
  phone.api.sql("UPDATE products SET status = 'retired' WHERE id = ?", first?._id ?? '');
  const note = (id = '') =>
    phone.api.sql(
      'INSERT INTO catalogueChanges (productId, changedAt) VALUES (?, ?)',
      id,
      new Date().toISOString(),
    );
  note(first?._id);
  const titles = async () => (await phone.api.products()).map(({ _id }) => _id);
  await expect.poll(titles).not.toContain(first?._id);
  await page.reload();
  await section(page)
    .getByRole('button', { name: /^Save the shop for offline/ })
    .click();
  await expect(section(page).getByText(isStored)).toBeVisible();
  const isHere = (hash: string) =>
    page.evaluate(
      async (wanted) =>
        (await (await caches.open('pinwheel-gallery')).keys()).some(({ url }) =>
          url.includes(wanted),
        ),
      hash,
    );
  // The phone may only learn of the removed design while it stores pictures.
  const galleries = async () => [await isHere(hashOf(first)), await isHere(hashOf(second))];
  await expect.poll(galleries).toEqual([false, true]);

  phone.api.sql("UPDATE products SET status = 'published' WHERE id = ?", first?._id ?? '');
  phone.api.sql("UPDATE products SET status = 'retired' WHERE id = ?", second?._id ?? '');
  note(first?._id);
  note(second?._id);
  await expect.poll(titles).toContain(first?._id);
  await page.reload();
  await expect.poll(galleries).toEqual([true, false]);
});
