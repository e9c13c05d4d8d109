import type { Page } from '@playwright/test';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { buy, signInByForm } from '../support/buying-test.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';

/** Removes a design from the shop; its buyers keep it. */
function retire(phone: Phone, productId: string): void {
  setStatus(phone, productId, 'retired');
}

function publish(phone: Phone, productId: string): void {
  setStatus(phone, productId, 'published');
}

function setStatus({ api }: Phone, productId: string, status: 'published' | 'retired'): void {
  api.sql('UPDATE products SET status = ? WHERE id = ?', status, productId);
  const at = new Date().toISOString();
  api.sql('INSERT INTO catalogueChanges (productId, changedAt) VALUES (?, ?)', productId, at);
}

/** The content type of each small picture stored for offline screens. */
function packedTypes(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await (await caches.open('pinwheel-pack')).matchAll();
    return kept.map(({ headers }) => headers.get('Content-Type') ?? '');
  });
}

test('a new device stores what its buyer never opened', async ({ phone }) => {
  const buyer = await phone.api.newBuyer();
  const design = (await phone.api.products()).find(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no designs');
  const order = await buy(phone.api, phone.shopUrl, buyer, design);
  // No other reason to save its picture.
  retire(phone, design._id);
  await expect
    .poll(async () => (await phone.api.products()).map(({ _id }) => _id))
    .not.toContain(design._id);
  const page = await phone.open();

  await test.step("a captive portal's page is not stored as a picture, and the next visit loads the pictures", async () => {
    // It lets calls through and answers every picture with its own page.
    await page
      .context()
      .route('**/images/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Buy minutes</h1>' }),
      );
    await phone.visit(paths.shop.path);
    expect(await packedTypes(page)).toEqual([]);

    await page.context().unrouteAll();
    await phone.visit(paths.signIn.path);
    const kept = await packedTypes(page);
    expect(kept.length).toBeGreaterThan(0);
    expect(new Set(kept)).toEqual(new Set(['image/webp']));
  });

  await test.step('pictures that the shop stopped sending are stored once it sends them again, without another visit', async () => {
    const whole = await packedTypes(page);
    await page.evaluate(() => caches.delete('pinwheel-pack'));
    let refused = 0;
    await page.context().route('**/images/**', (route) => {
      refused += 1;
      return route.abort();
    });
    await page.reload();
    await expect.poll(() => refused).toBeGreaterThan(0);
    await page.context().unrouteAll();

    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.evaluate(() => window.packed);
    expect(await packedTypes(page)).toEqual(whole);
  });

  await test.step('orders, their pictures and their licences are on a device that only signed in', async () => {
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

const section = (page: Page) => page.getByRole('region', { name: 'Save the shop for offline' });
const isStored = /^All \d+ pictures are on this device, ([\d.]+\sMB)\./;

/** As if the worker was killed between storing a picture and recording it. */
async function forgetPictures(): Promise<void> {
  const cache = await caches.open('pinwheel-gallery');
  for (const { url } of (await cache.keys()).filter(({ url }) => url.endsWith('.avif')).slice(5)) {
    await cache.delete(url);
  }
  const record = await (await cache.match('/stored-gallery'))?.json();
  await cache.put('/stored-gallery', Response.json({ ...record, status: 'stopped' }));
}

/** Whether any picture of a gallery is stored whose URL contains `hash`. */
function isInGallery(page: Page, hash: string): Promise<boolean> {
  return page.evaluate(
    async (wanted) =>
      (await (await caches.open('pinwheel-gallery')).keys()).some(({ url }) =>
        url.includes(wanted),
      ),
    hash,
  );
}

test.describe('the pictures of the whole shop', () => {
  test.use({ isReturning: true });

  test('are stored once in spite of interruptions, follow the shop, and are removed on a press', async ({
    phone,
  }) => {
    test.slow();
    const page = await phone.visit(paths.storage.path);
    const take = section(page).getByRole('button', {
      name: /^Save the shop for offline, [\d.]+\sMB$/,
    });
    const said = /[\d.]+\sMB/.exec((await take.textContent()) ?? '')?.[0];
    await phone.lose('silent');
    await take.click();
    await expect(section(page).getByText(/^0 of \d+ pictures/)).toBeVisible();
    await expect(section(page).getByRole('button', { name: 'Stop' })).toBeVisible();
    // As a phone's system would kill it.
    await phone.close();
    await phone.regain();
    const again = await phone.reopen(paths.storage.path);
    const stored = section(again).getByText(isStored);

    await test.step('storing continues where it was interrupted, and takes the room that was said', async () => {
      await expect(stored).toBeVisible();
      expect(isStored.exec((await stored.textContent()) ?? '')?.[1]).toBe(said);
    });

    await test.step('it resumes on a press', async () => {
      await again.evaluate(forgetPictures);
      await again.reload();
      await section(again).getByRole('button', { name: 'Continue' }).click();
      await expect(stored).toBeVisible();
    });

    const [first, second] = await phone.api.products();
    if (!first || !second) throw new Error('The studio has no two designs');
    const listed = async () => (await phone.api.products()).map(({ _id }) => _id);
    const hashOf = ({ images }: Product) => images.at(-1)?.url.split('/').at(-2) ?? '';
    const galleries = async () => [
      await isInGallery(again, hashOf(first)),
      await isInGallery(again, hashOf(second)),
    ];
    await test.step('pictures of a new design are added, those of a removed design deleted', async () => {
      expect(await galleries()).toEqual([true, true]);
      retire(phone, first._id);
      await expect.poll(listed).not.toContain(first._id);
      await again.reload();
      await expect.poll(galleries).toEqual([false, true]);

      publish(phone, first._id);
      retire(phone, second._id);
      await expect.poll(listed).toContain(first._id);
      await again.reload();
      await expect.poll(galleries).toEqual([true, false]);
      // A phone that is closed before goes on with the rest once it has the shop again.
      await expect(stored).toBeVisible();
    });
    const design = (await phone.api.products()).find(({ images }) => images.length === 4);
    await phone.close();
    await phone.lose('killed');

    const later = await phone.reopen(productPath(second._id));
    await test.step('a design that left the shop says so offline', async () => {
      await expect(later.getByRole('heading', { level: 1 })).toHaveText(
        'This design is no longer available',
      );
      await expect(
        later.getByText('It wasn’t in the shop when this device was last online.'),
      ).toBeVisible();
      await expect(later.getByRole('link', { name: 'See all designs' })).toBeVisible();
    });

    await test.step('every picture of a design that was never opened is there', async () => {
      await later.goto(phone.url + productPath(design?._id ?? ''));
      const thumbs = later.getByRole('button', { name: /^Picture \d/ }).locator('img');
      await expect(thumbs).toHaveCount(4);
      for (const thumb of await thumbs.all()) {
        await expect(thumb).not.toHaveJSProperty('naturalWidth', 0);
      }
      await later.getByRole('button', { name: 'Picture 4' }).click();
      await expect(later.getByAltText(/picture 4 of 4$/)).not.toHaveJSProperty('naturalWidth', 0);
    });

    await test.step('they are removed on a press', async () => {
      await later.goto(phone.url + paths.storage.path);
      await section(later).getByRole('button', { name: 'Remove from this device' }).click();
      await expect(
        section(later).getByRole('button', { name: 'Save the shop for offline' }),
      ).toBeVisible();
      expect(await later.evaluate(() => caches.has('pinwheel-gallery'))).toBe(false);
    });
  });
});
