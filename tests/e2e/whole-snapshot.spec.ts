import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { imageVariant, paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { expect, test } from '#tests/support/offline-test.ts';
import { notePack } from '#tests/support/phone.ts';

/** This many of the newest designs keep their small picture. */
const newestWithPicture = 112;

const smallPicture = ({ images }: Product) => imageVariant(images[0]?.url ?? '', 320, 'webp');

/** Which of these URLs the page can load now. */
function reachable(page: Page, addresses: readonly string[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const found = await Promise.all(
      all.map((address) =>
        fetch(address).then(
          (response) => response.ok && address,
          () => false,
        ),
      ),
    );
    return found.filter((address) => typeof address === 'string');
  }, addresses);
}

/** `#rrggbb` in the browser's notation. */
function rgb(color: string): string {
  const parts = color.match(/[0-9a-f]{2}/gi)?.map((part) => Number.parseInt(part, 16));
  return `rgb(${parts?.join(', ')})`;
}

/** Whether the page has loaded the code that registers the worker. Runs in the page. */
function linksWorker(): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => name.includes('worker-link'));
}

function isSaved(page: Page, address: string): Promise<boolean> {
  return page.evaluate(async (url) => (await caches.match(url)) !== undefined, address);
}

test('is stored by the second page of a first visit, if that leaves the first before the worker is installed', async ({
  phone,
}) => {
  const page = await phone.open();
  const installation = Promise.withResolvers<void>();
  await page.context().route('**/assets/**', async (route) => {
    if (route.request().serviceWorker()) await installation.promise;
    await route.continue();
  });
  await page.addInitScript(notePack);
  await page.goto(phone.url + paths.home.path);
  const isInstalling = () =>
    page.evaluate(async () =>
      Boolean((await navigator.serviceWorker.getRegistration())?.installing),
    );
  await expect.poll(isInstalling).toBe(true);
  await page.goto(phone.url + paths.shop.path);
  await expect.poll(() => page.evaluate(linksWorker)).toBe(true);

  installation.resolve();
  await page.evaluate(() => window.packed);
});

test.describe('a snapshot of 300 designs', () => {
  test.use({ designs: 300 });

  test('is completely available offline, the newest and the chosen designs with their picture', async ({
    phone,
  }) => {
    const buyer = await phone.api.newBuyer();
    const products = await phone.api.products();
    expect(products).toHaveLength(300);
    const [wished, inCart, plain] = products.slice(-3);
    if (!wished || !inCart || !plain) throw new Error('The studio has no designs');
    const { token } = buyer;
    await phone.api.call('wishlistAdd', { token, body: { productId: wished._id } });
    await phone.api.call('cartAdd', { token, body: { productId: inCart._id } });
    const page = await phone.visit(paths.home.path, buyer);
    for (const [path, design] of [
      [paths.cart.path, inCart],
      [paths.myWishlist.path, wished],
    ] as const) {
      await page.goto(phone.url + path);
      await expect(page.getByRole('link', { name: design.title })).toBeVisible();
      await expect.poll(() => isSaved(page, smallPicture(design))).toBe(true);
    }
    await phone.lose('killed');
    await page.goto(phone.url + paths.shop.path);
    await expect(page.getByRole('article')).toHaveCount(28);

    const details = products.map(({ _id }) => callPath('product', { id: _id }));
    expect(await reachable(page, details)).toEqual(details);
    const chosen = [...products.slice(0, newestWithPicture), wished, inCart].map(smallPicture);
    expect(await reachable(page, products.map(smallPicture))).toEqual(chosen);
    await page.goto(phone.url + productPath(plain._id));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(plain.title);
    await page.goto(`${phone.url}${paths.shop.path}?page=11`);
    await expect(page.getByRole('article')).toHaveCount(20);
    const pictureOf = ({ title }: Product) =>
      page.getByRole('article').filter({ hasText: title }).locator('img');
    await pictureOf(plain).scrollIntoViewIfNeeded();
    await expect(pictureOf(plain)).toHaveAttribute('data-missing');
    const color = plain.images[0]?.color ?? '';
    await expect(pictureOf(plain)).toHaveCSS('background-color', rgb(color));
    await expect(pictureOf(wished)).not.toHaveJSProperty('naturalWidth', 0);
    await expect(pictureOf(wished)).not.toHaveAttribute('data-missing');
  });
});
