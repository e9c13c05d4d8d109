import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { buy } from '../support/buying-test.ts';
import { goForward } from '../support/go-on.ts';
import { expect, type Loss, type Phone, test } from '../support/offline-test.ts';
import { sample } from '../support/sample.ts';
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

const losses = sample<Loss>(['killed', 'offline', 'silent', 'portal'], 2);

/** Opens a screen of the shop. */
type Go = (page: Page, url: string) => Promise<unknown>;

/** In a document of its own, as the first screen of a visit is. */
const load: Go = (page, url) => page.goto(url);

/** The first loss meets a document for each screen, the others those that the worker answers each in its own way. */
const goWhile = (loss: Loss): Go => (loss === losses[0] ? load : goForward);

test('one visit is enough for every screen, however the shop is lost', {
  tag: ['@core', '@long'],
}, async ({ phone }) => {
  test.slow();
  const products = await phone.api.products();
  for (const loss of losses) {
    const page = await phone.open();
    await phone.lose(loss);
    const errors = consoleErrors(page);
    await test.step(`while it is ${loss}`, () => seeEveryScreen(page, phone, products, loss));
    // The browser itself reports what only the shop can provide: calls, and pictures that weren't saved.
    if (loss === 'killed') {
      expect(errors.filter((error) => !/\/(api|images)\//.test(error))).toEqual([]);
    }
    // The next one meets what that visit stored: no screen is open while the shop is back.
    await phone.close();
    await phone.regain();
  }
});

/** Of the page from now on, with where they come from. */
function consoleErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  return errors;
}

async function seeEveryScreen(
  page: Page,
  { url }: Phone,
  products: readonly Product[],
  loss: Loss,
): Promise<void> {
  const go = goWhile(loss);
  const title = page.getByRole('heading', { level: 1 });
  await page.goto(url);
  await expect(title).toBeVisible();
  await expect(chip(page, savedSince)).toBeVisible();
  await page.goto(url + paths.shop.path);
  await expect(cards(page)).toHaveCount(28);
  await expect(cards(page).first().locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await expect(chip(page, savedSince)).toBeVisible();
  await go(page, `${url}${paths.shop.path}?page=2`);
  await expect(cards(page).first()).toContainText(products[28]?.title ?? '');
  await go(page, `${url}${paths.shop.path}?sort=price-low-high&maxPrice=9`);
  const cheapest = Math.min(
    ...products.map(({ price, discountedPrice }) => discountedPrice ?? price),
  );
  await expect(cards(page).first()).toContainText(`$${cheapest.toFixed(2)}`);
  await go(page, `${url}${paths.search.path}?query=owl`);
  await expect(title).toHaveText('Search');
  await expect(cards(page).first()).toContainText(/owl/i);
  const oldest = products.at(-1);
  await page.goto(`${url}${productPath(oldest?._id ?? '')}`);
  await expect(title).toHaveText(oldest?.title ?? '');
  await expect(chip(page, savedSince)).toBeVisible();
  const thumbs = page.getByRole('button', { name: /^Picture \d/ }).locator('img');
  await expect(thumbs.last()).not.toHaveJSProperty('naturalWidth', 0);
  // The gallery's own size was never stored, so the small one replaces it.
  await expect(page.getByRole('main').locator('img').first()).not.toHaveJSProperty(
    'naturalWidth',
    0,
  );
  expect(new Set(await keptPictureTypes(page))).toEqual(new Set(['image']));

  await go(page, url + paths.bestSellers.path);
  await expect(title).toHaveText('Best sellers');
  await expect(cards(page).first()).toBeVisible();
  await expect(chip(page, savedSince)).toBeVisible();
  for (const [{ path }, name] of [
    [paths.terms, 'Terms and conditions'],
    [paths.licence, 'Licences'],
    [paths.cart, 'My Cart'],
    [paths.signIn, 'Sign in'],
  ] as const) {
    await go(page, url + path);
    await expect(title).toHaveText(name);
  }
  // Only the shop has a document that can pay, so a portal's page takes its place.
  await page.goto(url + paths.checkout.path);
  await expect(title).toHaveText(loss === 'portal' ? 'Buy minutes' : 'Checkout');
}

test('what is done while the shop is away arrives once when it is back, however it was lost', {
  tag: ['@core', '@long'],
}, async ({ phone }) => {
  test.slow();
  const buyer = await phone.api.newBuyer();
  const [bought, fox, moon, ...others] = (await phone.api.products()).filter(
    ({ isBuyable }) => isBuyable,
  );
  if (!bought || !fox || !moon) throw new Error('The studio has no three designs');
  await buy(phone.api, phone.shopUrl, buyer, bought);
  const body = (productId: string) => ({ body: { productId }, token: buyer.token });
  await phone.api.call('cartAdd', body(fox._id));
  await phone.api.call('wishlistAdd', body(moon._id));
  let [inCart, wished] = [fox, moon];
  for (const [round, loss] of losses.entries()) {
    const [fern, owl] = others.slice(2 * round);
    if (!fern || !owl) throw new Error('The studio has too few designs');
    await test.step(`while it is ${loss}`, () =>
      changeWithout(phone, loss, { buyer, bought, inCart, wished, fern, owl }));
    // What one loss leaves is what the next begins with.
    [inCart, wished] = [fern, owl];
  }
});

interface Designs {
  readonly buyer: Buyer;
  readonly bought: Product;
  readonly inCart: Product;
  readonly wished: Product;
  /** Is added to the cart. */
  readonly fern: Product;
  /** Is added to the wishlist. */
  readonly owl: Product;
}

/** Removes and adds designs and asks for a custom one while the shop is away, and sees all arrive once. */
async function changeWithout(
  phone: Phone,
  loss: Loss,
  { buyer, bought, inCart, wished, fern, owl }: Designs,
): Promise<void> {
  const go = goWhile(loss);
  const page = await phone.visit(paths.cart.path, buyer);
  await expect(page.getByRole('heading', { name: inCart.title })).toBeVisible();
  await go(page, phone.url + paths.myOrders.path);
  await expect(page.getByText(bought.title)).toBeVisible();
  await phone.lose(loss);

  // Everything is still there.
  await page.reload();
  await expect(page.getByText(bought.title)).toBeVisible();
  await go(page, phone.url + paths.myWishlist.path);
  await expect(page.getByRole('heading', { name: wished.title })).toBeVisible();
  await page.getByRole('button', { name: `Remove ${wished.title}` }).click();
  await expect(page.getByRole('heading', { name: wished.title })).toHaveCount(0);
  await go(page, phone.url + paths.cart.path);
  await page.getByRole('button', { name: `Remove ${inCart.title}` }).click();
  await expect(page.getByRole('heading', { name: inCart.title })).toHaveCount(0);
  const title = page.getByRole('heading', { level: 1 });
  await go(page, phone.url + productPath(fern._id));
  await expect(title).toHaveText(fern.title);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText(messages.cart.added)).toBeVisible();
  await go(page, phone.url + productPath(owl._id));
  // The screen before it may recommend the same design.
  await expect(title).toHaveText(owl.title);
  await page.getByRole('button', { name: `Save ${owl.title} to wishlist` }).click();
  await expect(chip(page, /4 changes waiting/)).toBeVisible();

  await go(page, `${phone.url}/?custom`);
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
  expect(await cartOf(phone, buyer)).toEqual([inCart._id]);
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
}

test('forms and the account area keep what is written without the shop', {
  tag: ['@core', '@long'],
}, async ({ phone }) => {
  test.slow();
  const buyer = await phone.api.newBuyer();
  const [fox, moon] = (await phone.api.products()).filter(({ isBuyable }) => isBuyable);
  if (!fox || !moon) throw new Error('The studio has no two designs');
  await buy(phone.api, phone.shopUrl, buyer, fox);
  await phone.api.call('cartAdd', { body: { productId: moon._id }, token: buyer.token });
  const page = await phone.visit('/?custom');

  await test.step('a custom request is soon queued on the device if the network never answers', async () => {
    await phone.lose('silent');
    await askForCustom(page, 'Foxes on a silent line');
    await phone.regain();
    const received = () =>
      phone.api.sql(
        'SELECT id FROM customRequests WHERE description = ?',
        'Foxes on a silent line',
      );
    await expect.poll(received).toHaveLength(1);
  });

  await test.step('a network that never answers is not called offline, and saved data is not shown as new', async () => {
    await phone.visit(paths.myOrders.path, buyer);
    await expect(page.getByText(fox.title)).toBeVisible();
    await phone.lose('silent');
    await page.goto(phone.url + paths.shop.path);
    await expect(chip(page, /^No answer yet · Saved less than a minute ago$/)).toBeVisible();
    await page.goto(phone.url + paths.myAccount.path);
    await expect(page.getByText(/^Saved less than a minute ago\./)).toBeVisible();
    await page.goto(phone.url + paths.myOrders.path);
    await expect(
      page.getByText('Saved less than a minute ago. The shop hasn’t answered yet.'),
    ).toBeVisible();
    await phone.regain();
  });

  await phone.visit(paths.cart.path);
  await expect(page.getByRole('heading', { name: moon.title })).toBeVisible();
  await phone.lose('killed');

  await test.step('content shared by another app opens the custom request with its picture, even offline', async () => {
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

  await test.step('the account area shows saved data offline', async () => {
    await page.goto(phone.url + paths.myOrders.path);
    await expect(page.getByText(fox.title)).toBeVisible();
    await expect(page.getByText(/^Saved/)).toBeVisible();
  });

  const checkout = await page.context().newPage();
  const create = checkout.getByRole('button', { name: 'Create Order' });
  await test.step('the checkout says that nothing can be paid offline', async () => {
    await checkout.goto(phone.url + paths.checkout.path);
    await expect(create).toBeDisabled();
    await expect(
      checkout.getByText('couldn’t be reached when this page opened. Your cart is safe'),
    ).toBeVisible();
    await expect(checkout.getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  await page.goto(phone.url + paths.myAccount.path);
  const firstName = page.getByLabel('First name');
  const age = page.getByText(/^Saved .* ago\. The shop can’t be reached/);
  const update = page.getByRole('button', { name: 'UPDATE' }).first();
  await test.step('a change of the profile that fails is not lost', async () => {
    await expect(firstName).toHaveValue('Hazel');
    await expect(age).toBeVisible();
    await firstName.fill('Willow');
    await update.click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      messages.profile.failed,
    );
    await expect(firstName).toHaveValue('Willow');
  });

  await phone.regain();
  await test.step('the checkout notices by itself that the server is back, and loads the document that can pay', () =>
    expect(create).toBeEnabled());
  await test.step('the change succeeds when the server is back', async () => {
    await update.click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Profile Updated Successfully',
    );
    await expect(age).toHaveCount(0);
  });
});
