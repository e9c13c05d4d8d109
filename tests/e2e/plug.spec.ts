import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
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

// Where one visit must be enough, it is the one that the phone begins after.
test.use({ isReturning: true });

const losses = ['killed', 'offline', 'silent', 'portal'] as const satisfies Loss[];

for (const loss of losses) {
  test(`one visit is enough for every screen while the shop is ${loss}`, async ({ phone }) => {
    const page = await phone.open();
    const products = await phone.api.products();
    const titles = products.map(({ title }) => title);
    await phone.lose(loss);

    await page.goto(phone.url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(chip(page, savedSince)).toBeVisible();
    await page.goto(`${phone.url}${paths.shop.path}`);
    await expect(cards(page)).toHaveCount(28);
    await expect(cards(page).first().locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    await expect(chip(page, savedSince)).toBeVisible();
    await page.goto(`${phone.url}${paths.shop.path}?page=2`);
    await expect(cards(page).first()).toContainText(titles[28] ?? '');
    await page.goto(`${phone.url}${paths.shop.path}?sort=price-low-high&maxPrice=9`);
    const cheapest = Math.min(
      ...products.map(({ price, discountedPrice }) => discountedPrice ?? price),
    );
    await expect(cards(page).first()).toContainText(`$${cheapest.toFixed(2)}`);
    await page.goto(`${phone.url}${paths.search.path}?query=owl`);
    await expect(cards(page).first()).toContainText(/owl/i);
    const { _id = '', title = '' } = products.at(-1) ?? {};
    await page.goto(`${phone.url}${productPath(_id)}`);
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

    await page.goto(phone.url + paths.bestSellers.path);
    await expect(cards(page).first()).toBeVisible();
    await expect(chip(page, savedSince)).toBeVisible();
    for (const { path } of [paths.terms, paths.licence, paths.cart, paths.signIn, paths.checkout]) {
      await page.goto(phone.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });
}

for (const loss of losses) {
  test(`what is done while the shop is ${loss} arrives once when it is back`, async ({ phone }) => {
    const buyer = await phone.api.newBuyer();
    const [fox, moon, fern, owl, bought] = (await phone.api.products()).filter(
      ({ isBuyable }) => isBuyable,
    );
    if (!fox || !moon || !fern || !owl || !bought)
      throw new Error('The studio has no five designs');
    await buy(phone.api, phone.shopUrl, buyer, bought);
    const body = (productId: string) => ({ body: { productId }, token: buyer.token });
    await phone.api.call('cartAdd', body(fox._id));
    await phone.api.call('wishlistAdd', body(moon._id));
    const page = await phone.visit(paths.cart.path, buyer);
    await expect(page.getByRole('heading', { name: fox.title })).toBeVisible();
    await page.goto(phone.url + paths.myOrders.path);
    await expect(page.getByText(bought.title)).toBeVisible();
    await phone.lose(loss);

    // Everything is still there.
    await page.reload();
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
    await expect(chip(page, /4 changes waiting/)).toBeVisible();

    await page.goto(`${phone.url}/?custom`);
    const dialog = page.getByRole('dialog', { name: 'Request a Custom Design' });
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
    const received = () =>
      phone.api.sql(
        `SELECT count(DISTINCT request.id) AS requests, count(image.id) AS images
         FROM customRequests AS request JOIN customRequestImages AS image ON image.requestId = request.id
         WHERE description = ?`,
        `Foxes while ${loss}`,
      );
    await expect.poll(received).toEqual([{ requests: 1, images: 2 }]);
    await expect(chip(again, /waiting|Offline/)).toHaveCount(0);
    expect(await waitingOps(again, buyer.user._id)).toEqual({ line: [], requests: [] });
  });
}

test('content shared by another app opens the custom request with its picture, even offline', async ({
  phone,
}) => {
  const page = await phone.visit('/');
  await phone.lose('killed');
  // As the system's share sheet posts it.
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
});

test('the checkout says that nothing can be paid offline, and can be when the server is back', async ({
  phone,
}) => {
  const buyer = await phone.api.newBuyer();
  const [fox] = (await phone.api.products()).filter(({ isBuyable }) => isBuyable);
  const productId = fox?._id ?? '';
  await phone.api.call('cartAdd', { body: { productId }, token: buyer.token });
  const page = await phone.visit(paths.cart.path, buyer);
  await expect(page.getByRole('heading', { name: fox?.title ?? '' })).toBeVisible();
  await phone.lose('killed');
  await page.goto(phone.url + paths.checkout.path);
  const create = page.getByRole('button', { name: 'Create Order' });
  await expect(create).toBeDisabled();
  await expect(
    page.getByText('couldn’t be reached when this page opened. Your cart is safe'),
  ).toBeVisible();

  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();

  await phone.regain();
  // It notices by itself that the shop is back, and loads the document that can pay.
  await expect(create).toBeEnabled();
});

test('the account area shows saved data offline, and a change that fails is not lost', async ({
  phone,
}) => {
  const buyer = await phone.api.newBuyer();
  const [fox] = (await phone.api.products()).filter(({ isBuyable }) => isBuyable);
  if (!fox) throw new Error('The studio has no designs');
  await buy(phone.api, phone.shopUrl, buyer, fox);
  const page = await phone.visit(paths.myOrders.path, buyer);
  await expect(page.getByText(fox.title)).toBeVisible();
  await phone.lose('killed');
  await page.reload();
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
  await phone.regain();
  await update.click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Profile Updated Successfully',
  );
  await expect(age).toHaveCount(0);
});

test('a network that never answers is not called offline, and saved data is not shown as new', async ({
  phone,
}) => {
  const buyer = await phone.api.newBuyer();
  const page = await phone.visit(paths.myOrders.path, buyer);
  await expect(page.getByText(messages.orders.empty)).toBeVisible();
  await phone.lose('silent');
  await page.goto(phone.url + paths.shop.path);
  await expect(chip(page, /^No answer yet · Saved less than a minute ago$/)).toBeVisible({
    timeout: 5000,
  });
  await page.goto(phone.url + paths.myAccount.path);
  await expect(page.getByText(/^Saved less than a minute ago\./)).toBeVisible({ timeout: 5000 });
  await page.goto(phone.url + paths.myOrders.path);
  await expect(
    page.getByText('Saved less than a minute ago. The shop hasn’t answered yet.'),
  ).toBeVisible({ timeout: 5000 });
});

test('a custom request is soon queued on the device if the network never answers', async ({
  phone,
}) => {
  const page = await phone.visit('/?custom');
  await phone.lose('silent');
  await askForCustom(page, 'Foxes on a silent line');
  await phone.regain();
  const received = () =>
    phone.api.sql('SELECT id FROM customRequests WHERE description = ?', 'Foxes on a silent line');
  await expect.poll(received).toHaveLength(1);
});
