import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { buy } from '../support/buying-test.ts';
import { expect, type Loss, type Phone, test } from '../support/offline-test.ts';
import type { Buyer } from '../support/shop-api.ts';
import { askForCustom, pixel, waitingOps } from '../support/waiting-changes.ts';

const cards = (page: Page): Locator => page.getByRole('article');
const chip = (page: Page, text: RegExp): Locator => page.getByRole('button', { name: text });
/** The chip's text on a screen answered from the device. */
const savedSince = /Saved .* ago/;

/** The content type of each entry in the caches for pictures. */
function keptPictureTypes(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const entries = await Promise.all(
      ['pinwheel-pack', 'pinwheel-images'].map(async (name) =>
        (await caches.open(name)).matchAll(),
      ),
    );
    return entries.flat().map(({ headers }) => headers.get('Content-Type')?.split('/')[0] ?? '');
  });
}

async function cartOf({ api }: Phone, { token }: Buyer): Promise<string[]> {
  return (await api.call('cart', { token })).items.map(({ productId }) => productId);
}

/** The account's changes in the order the server accepted them: call and op id. */
function takenOps({ api }: Phone, { user }: Buyer): (readonly [call: string, opId: string])[] {
  return api
    .sql(
      `SELECT callName, key FROM idempotencyAnswers
       WHERE scope = ? AND callName IN ('cartAdd', 'cartRemove', 'wishlistAdd', 'wishlistRemove')
       ORDER BY rowid`,
      `account:${user._id}`,
    )
    .map(({ callName, key }) => [String(callName), String(key)]);
}

async function wishlistOf({ api }: Phone, { token }: Buyer): Promise<string[]> {
  return (await api.call('wishlist', { token })).items.map(({ _id }) => _id);
}

const losses = ['killed', 'offline', 'silent', 'portal'] as const satisfies Loss[];

test('one visit is enough for every screen, however the shop is lost', async ({ phone }) => {
  test.setTimeout(180_000);
  await phone.visit('/');
  const products = await phone.api.products();
  await phone.close();
  const visited = saveProfile(phone);
  for (const loss of losses) {
    await test.step(loss, async () => {
      visited.restore();
      const page = await phone.open();
      await phone.lose(loss);
      await expectDesigns(page, phone.url, products, loss);
      await page.goto(`${phone.url}${paths.bestSellers.path}`);
      await expect(cards(page).first()).toBeVisible();
      await expect(chip(page, savedSince)).toBeVisible();
      for (const { path } of [
        paths.terms,
        paths.licence,
        paths.cart,
        paths.signIn,
        paths.checkout,
      ]) {
        await page.goto(phone.url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      await phone.close();
      await phone.regain();
    });
  }
});

/** For a closed phone: saves what its browser stores, so that each loss finds the same device. */
function saveProfile({ folder }: Phone): { restore(): void } {
  const [profile, saved] = [join(folder, 'Default'), join(folder, 'saved')];
  cpSync(profile, saved, { recursive: true });
  return {
    restore() {
      rmSync(profile, { recursive: true });
      cpSync(saved, profile, { recursive: true });
    },
  };
}

/** Home, listings, a search and a design, all from the device. */
async function expectDesigns(
  page: Page,
  url: string,
  products: readonly Product[],
  loss: Loss,
): Promise<void> {
  const titles = products.map(({ title }) => title);
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(chip(page, savedSince)).toBeVisible();
  await page.goto(`${url}${paths.shop.path}`);
  await expect(cards(page)).toHaveCount(28);
  await expect(cards(page).first().locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await expect(chip(page, savedSince)).toBeVisible();
  await page.goto(`${url}${paths.shop.path}?page=2`);
  await expect(cards(page).first()).toContainText(titles[28] ?? '');
  await page.goto(`${url}${paths.shop.path}?sort=price-low-high&maxPrice=9`);
  const cheapest = Math.min(
    ...products.map(({ price, discountedPrice }) => discountedPrice ?? price),
  );
  await expect(cards(page).first()).toContainText(`$${cheapest.toFixed(2)}`);
  await page.goto(`${url}${paths.search.path}?query=owl`);
  await expect(cards(page).first()).toContainText(/owl/i);
  const { _id = '', title = '' } = products.at(-1) ?? {};
  await page.goto(`${url}${productPath(_id)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(chip(page, savedSince)).toBeVisible();
  // Of its other pictures only the colours are here; a silent network never reports that.
  const thumbs = page.getByRole('button', { name: /^Picture \d/ }).locator('img');
  if (loss !== 'silent') await expect(thumbs.last()).toHaveAttribute('data-missing');
  await expect(thumbs.last()).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  // The gallery's own size was never stored, so the small one replaces it.
  await expect(page.getByRole('main').locator('img').first()).not.toHaveJSProperty(
    'naturalWidth',
    0,
  );
  expect(new Set(await keptPictureTypes(page))).toEqual(new Set(['image']));
}

interface Owner {
  readonly phone: Phone;
  readonly buyer: Buyer;
  readonly bought: Product;
}

test('what is done without the shop arrives once when it is back, however it is lost', async ({
  phone,
}) => {
  test.setTimeout(180_000);
  const buyer = await phone.api.newBuyer();
  const [bought, ...designs] = (await phone.api.products()).filter(({ isBuyable }) => isBuyable);
  const [inCart, wished] = designs;
  if (!bought || !inCart || !wished) throw new Error('The studio has no three designs');
  await buy(phone.api, phone.url, buyer, bought);
  const body = ({ _id: productId }: Product) => ({ body: { productId }, token: buyer.token });
  await phone.api.call('cartAdd', body(inCart));
  await phone.api.call('wishlistAdd', body(wished));
  let page = await phone.visit('/', buyer);
  for (const [round, loss] of losses.entries()) {
    // Each round removes what the one before added.
    const [fox, moon, fern, owl] = designs.slice(round * 2);
    if (!fox || !moon || !fern || !owl) throw new Error('The studio has no ten designs');
    page = await test.step(loss, () =>
      changeWithout(loss, page, { phone, buyer, bought }, { fox, moon, fern, owl }),
    );
  }
});

/** In the cart, in the wishlist, to be bought, to be wishlisted. */
type Designs = Readonly<Record<'fox' | 'moon' | 'fern' | 'owl', Product>>;

async function changeWithout(
  loss: Loss,
  page: Page,
  { phone, buyer, bought }: Owner,
  { fox, moon, fern, owl }: Designs,
): Promise<Page> {
  await page.goto(phone.url + paths.cart.path);
  await expect(page.getByRole('heading', { name: fox.title })).toBeVisible();
  await page.goto(phone.url + paths.myOrders.path);
  await expect(page.getByText(bought.title)).toBeVisible();
  if (loss === 'silent') await expectPatience(phone, page);
  else await phone.lose(loss);

  // Everything is still there.
  await page.goto(phone.url + paths.myOrders.path);
  await expect(page.getByText(bought.title)).toBeVisible();
  await page.goto(phone.url + paths.myWishlist.path);
  await expect(page.getByRole('heading', { name: moon.title })).toBeVisible();
  await page.getByRole('button', { name: `Remove ${moon.title}` }).click();
  await expect(page.getByRole('heading', { name: moon.title })).toHaveCount(0);
  await page.goto(phone.url + paths.cart.path);
  await page.getByRole('button', { name: `Remove ${fox.title}` }).click();
  await expect(page.getByRole('heading', { name: fox.title })).toHaveCount(0);
  await page.goto(phone.url + productPath(fern._id));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText(messages.cart.added)).toBeVisible();
  await page.goto(phone.url + productPath(owl._id));
  await page.getByRole('button', { name: `Save ${owl.title} to wishlist` }).click();
  // On a silent network the first change is being sent for a long time.
  const waiting = async () => (await waitingOps(page, buyer.user._id)).line.length;
  if (loss === 'silent') await expect.poll(waiting).toBe(4);
  else await expect(chip(page, /4 changes waiting/)).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Request a Custom Design' });
  if (loss === 'killed') await shareContent(page);
  else await page.goto(`${phone.url}/?custom`);
  await dialog.getByLabel('Name').fill('Hazel Button');
  await dialog.getByLabel('Email').fill('hazel@shop.example');
  await dialog.getByLabel('Design type').selectOption('Exclusive');
  await dialog.getByLabel('Description').fill(`Foxes while ${loss}`);
  await dialog.getByLabel('Reference images').setInputFiles([
    { name: 'one.png', mimeType: 'image/png', buffer: pixel },
    { name: 'two.png', mimeType: 'image/png', buffer: pixel },
  ]);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(messages.custom.queued)).toBeVisible();
  const { line } = await waitingOps(page, buyer.user._id);
  const done = ['wishlistRemove', 'cartRemove', 'cartAdd', 'wishlistAdd'];
  await phone.close();
  await phone.regain();
  expect(await cartOf(phone, buyer)).toEqual([fox._id]);
  const taken = takenOps(phone, buyer);

  const again = await phone.reopen('/');
  await expect.poll(() => cartOf(phone, buyer)).toEqual([fern._id]);
  await expect.poll(() => wishlistOf(phone, buyer)).toEqual([owl._id]);
  expect(takenOps(phone, buyer)).toEqual([
    ...taken,
    ...done.map((call, place) => [call, line[place]]),
  ]);
  const images = loss === 'killed' ? 3 : 2;
  await expect
    .poll(() => receivedRequests(phone, `Foxes while ${loss}`))
    .toEqual([{ requests: 1, images }]);
  if (loss === 'silent') {
    await expect
      .poll(() => receivedRequests(phone, onSilentLine))
      .toEqual([{ requests: 1, images: 1 }]);
  }
  await expect(chip(again, /waiting|Offline/)).toHaveCount(0);
  expect(await waitingOps(again, buyer.user._id)).toEqual({ line: [], requests: [] });
  return again;
}

function receivedRequests({ api }: Phone, description: string) {
  return api.sql(
    `SELECT count(DISTINCT request.id) AS requests, count(image.id) AS images
     FROM customRequests AS request JOIN customRequestImages AS image ON image.requestId = request.id
     WHERE description = ?`,
    description,
  );
}

const onSilentLine = 'Foxes on a silent line';

/** A network that never answers isn't called offline, saved data isn't shown as new, and a request is soon queued. */
async function expectPatience(phone: Phone, page: Page): Promise<void> {
  await page.goto(`${phone.url}/?custom`);
  await expect(page.getByRole('dialog', { name: 'Request a Custom Design' })).toBeVisible();
  await phone.lose('silent');
  const tab = await page.context().newPage();
  await tab.goto(phone.url + paths.shop.path);
  await expect(chip(tab, /^No answer yet · Saved less than a minute ago$/)).toBeVisible({
    timeout: 5000,
  });
  await tab.goto(phone.url + paths.myAccount.path);
  await expect(tab.getByText(/^Saved less than a minute ago\./)).toBeVisible({ timeout: 5000 });
  await tab.goto(phone.url + paths.myOrders.path);
  await expect(
    tab.getByText('Saved less than a minute ago. The shop hasn’t answered yet.'),
  ).toBeVisible({ timeout: 5000 });
  await tab.close();
  await askForCustom(page, onSilentLine);
}

/** Shares a text and a picture as the system's share sheet posts them. */
async function shareContent(page: Page): Promise<void> {
  await page.evaluate(
    (bytes) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'multipart/form-data';
      form.action = '/?custom';
      const words = document.createElement('input');
      words.name = 'text';
      words.value = 'Like these mushrooms';
      const files = document.createElement('input');
      files.type = 'file';
      files.name = 'referenceImages';
      const transfer = new DataTransfer();
      const picture = new File([new Uint8Array(bytes)], 'shared.png', { type: 'image/png' });
      transfer.items.add(picture);
      files.files = transfer.files;
      form.append(words, files);
      document.body.append(form);
      form.submit();
    },
    [...pixel],
  );
  const dialog = page.getByRole('dialog', { name: 'Request a Custom Design' });
  await expect(dialog.getByLabel('Description')).toHaveValue('Like these mushrooms');
  await expect(dialog.getByRole('list', { name: 'Chosen pictures' })).toContainText('shared.png');
}

test('pages that stay open lose nothing, and recover by themselves when the shop is back', async ({
  phone,
}) => {
  const buyer = await phone.api.newBuyer();
  const [fox, moon] = (await phone.api.products()).filter(({ isBuyable }) => isBuyable);
  if (!fox || !moon) throw new Error('The studio has no two designs');
  await buy(phone.api, phone.url, buyer, fox);
  await phone.api.call('cartAdd', { body: { productId: moon._id }, token: buyer.token });
  const page = await phone.visit(paths.myOrders.path, buyer);
  await expect(page.getByText(fox.title)).toBeVisible();
  await page.goto(phone.url + paths.cart.path);
  await expect(page.getByRole('heading', { name: moon.title })).toBeVisible();
  await phone.lose('killed');

  await page.goto(phone.url + paths.myOrders.path);
  await expect(page.getByText(fox.title)).toBeVisible();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.goto(phone.url + paths.myAccount.path);
  const firstName = page.getByLabel('First name');
  await expect(firstName).toHaveValue('Hazel');
  const age = page.getByText(/^Saved .* ago\. The shop can’t be reached/);
  await expect(age).toBeVisible();
  await firstName.fill('Willow');
  const update = page.getByRole('button', { name: 'UPDATE' }).first();
  await update.click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    messages.profile.failed,
  );
  await expect(firstName).toHaveValue('Willow');

  const checkout = await page.context().newPage();
  await checkout.goto(phone.url + paths.checkout.path);
  const create = checkout.getByRole('button', { name: 'Create Order' });
  await expect(create).toBeDisabled();
  await expect(
    checkout.getByText('couldn’t be reached when this page opened. Your cart is safe'),
  ).toBeVisible();
  await expect(checkout.getByRole('button', { name: 'Reload' })).toBeVisible();

  await phone.regain();
  await update.click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Profile Updated Successfully',
  );
  await expect(age).toHaveCount(0);
  // It notices by itself that the shop is back, and loads the document that can pay.
  await expect(create).toBeEnabled();
});
