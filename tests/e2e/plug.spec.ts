import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import type { CallName } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { buy } from '../support/buying-test.ts';
import { goForward } from '../support/go-on.ts';
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

/** Opens a screen of the shop. */
type Go = (page: Page, url: string) => Promise<unknown>;

/** In a document of its own, as the first screen of a visit is. */
const load: Go = (page, url) => page.goto(url);

/** The first loss meets a document for each screen, the others those that the worker answers each in its own way. */
const goWhile = (loss: Loss): Go => (loss === losses[0] ? load : goForward);

/**
 * In how many ways of losing the shop each screen is seen and each change is made, besides the first, which meets
 * them all; `npm run trials -- --losses 4` uses every way.
 */
const lossesPerCheck = Number(process.env.LOSSES ?? 1);

function triedWhile<T>(loss: Loss, all: readonly T[]): readonly T[] {
  const place = losses.indexOf(loss);
  return all.filter((_, turn) => place === 0 || (turn + place) % losses.length < lossesPerCheck);
}

test('one visit is enough for every screen, however the shop is lost', async ({ phone }) => {
  test.slow();
  const products = await phone.api.products();
  for (const loss of losses) {
    const page = await phone.open();
    await phone.lose(loss);
    const errors = consoleErrors(page);
    const title = page.getByRole('heading', { level: 1 });
    await test.step(`while it is ${loss}`, () =>
      seeScreens({ page, title, products, loss }, phone));
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

/** What is known of the shop while it is away. */
interface Away {
  readonly page: Page;
  readonly title: Locator;
  readonly products: readonly Product[];
  readonly loss: Loss;
}

interface Screen {
  readonly path: string;
  /** In a document of its own, which the worker answers in its own way. */
  readonly isLoaded?: true;
  readonly see: (away: Away) => Promise<void>;
}

const titled =
  (name: string) =>
  ({ title }: Away): Promise<void> =>
    expect(title).toHaveText(name);

/** Every screen but Home and the checkout. */
const screensOf = (products: readonly Product[]): readonly Screen[] => [
  {
    path: paths.shop.path,
    isLoaded: true,
    async see({ page }) {
      await expect(cards(page)).toHaveCount(28);
      await expect(cards(page).first().locator('img')).not.toHaveJSProperty('naturalWidth', 0);
      await expect(chip(page, savedSince)).toBeVisible();
    },
  },
  { path: productPath(products.at(-1)?._id ?? ''), isLoaded: true, see: seeOldest },
  {
    path: `${paths.shop.path}?page=2`,
    see: ({ page }) => expect(cards(page).first()).toContainText(products[28]?.title ?? ''),
  },
  {
    path: `${paths.shop.path}?sort=price-low-high&maxPrice=9`,
    async see({ page }) {
      const cheapest = Math.min(
        ...products.map(({ price, discountedPrice }) => discountedPrice ?? price),
      );
      await expect(cards(page).first()).toContainText(`$${cheapest.toFixed(2)}`);
    },
  },
  {
    path: paths.bestSellers.path,
    async see({ page, title }) {
      await expect(title).toHaveText('Best sellers');
      await expect(cards(page).first()).toBeVisible();
      await expect(chip(page, savedSince)).toBeVisible();
    },
  },
  {
    path: `${paths.search.path}?query=owl`,
    async see({ page, title }) {
      await expect(title).toHaveText('Search');
      await expect(cards(page).first()).toContainText(/owl/i);
    },
  },
  { path: paths.cart.path, see: titled('My Cart') },
  { path: paths.terms.path, see: titled('Terms and conditions') },
  { path: paths.licence.path, see: titled('Licences') },
  { path: paths.signIn.path, see: titled('Sign in') },
];

async function seeOldest({ page, title, products, loss }: Away): Promise<void> {
  await expect(title).toHaveText(products.at(-1)?.title ?? '');
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
}

async function seeScreens(away: Away, { url }: Phone): Promise<void> {
  const { page, title, products, loss } = away;
  const go = goWhile(loss);
  await page.goto(url);
  await expect(title).toBeVisible();
  await expect(chip(page, savedSince)).toBeVisible();
  for (const { path, isLoaded, see } of triedWhile(loss, screensOf(products))) {
    await (isLoaded ? load : go)(page, url + path);
    await see(away);
  }
  expect(new Set(await keptPictureTypes(page))).toEqual(new Set(['image']));
  // Only the shop has a document that can pay, so a portal's page takes its place.
  await page.goto(url + paths.checkout.path);
  await expect(title).toHaveText(loss === 'portal' ? 'Buy minutes' : 'Checkout');
}

test('what is done while the shop is away arrives once when it is back, however it was lost', async ({
  phone,
}) => {
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
  let had: Had = { cart: [fox], wishlist: [moon] };
  for (const [round, loss] of losses.entries()) {
    const [fern, owl] = others.slice(2 * round);
    if (!fern || !owl) throw new Error('The studio has too few designs');
    // What one loss leaves is what the next begins with.
    had = await test.step(`while it is ${loss}`, () =>
      changeWithout(phone, loss, { buyer, bought, had, fern, owl }));
  }
});

/** The designs in the account's cart and wishlist. */
interface Had {
  readonly cart: readonly Product[];
  readonly wishlist: readonly Product[];
}

interface Designs {
  readonly buyer: Buyer;
  readonly bought: Product;
  readonly had: Had;
  /** Is added to the cart. */
  readonly fern: Product;
  /** Is added to the wishlist. */
  readonly owl: Product;
}

/** What is done while the shop is away, in this order. */
const changes = [
  'wishlistRemove',
  'customRequest',
  'cartRemove',
  'cartAdd',
  'wishlistAdd',
] as const satisfies CallName[];

/** Makes changes while the shop is away, and sees all arrive once. Returns what the account has then. */
async function changeWithout(
  phone: Phone,
  loss: Loss,
  { buyer, bought, had, fern, owl }: Designs,
): Promise<Had> {
  const go = goWhile(loss);
  const [inCart] = had.cart;
  const [wished] = had.wishlist;
  if (!inCart || !wished) throw new Error('The account has nothing to remove');
  const page = await phone.visit(paths.cart.path, buyer);
  const entry = ({ title }: Product) => page.getByRole('heading', { name: title, exact: true });
  await expect(entry(inCart)).toBeVisible();
  await go(page, phone.url + paths.myOrders.path);
  await expect(page.getByText(bought.title)).toBeVisible();
  await phone.lose(loss);

  // Everything is still there.
  await page.reload();
  await expect(page.getByText(bought.title)).toBeVisible();
  const title = page.getByRole('heading', { level: 1 });
  // The screen before each may show the same design.
  const remove = async (path: string, name: string, design: Product) => {
    await go(page, phone.url + path);
    await expect(title).toHaveText(name);
    await expect(entry(design)).toBeVisible();
    await page.getByRole('button', { name: `Remove ${design.title}` }).click();
    await expect(entry(design)).toHaveCount(0);
  };
  const show = async (design: Product) => {
    await go(page, phone.url + productPath(design._id));
    await expect(title).toHaveText(design.title);
  };
  const make: Record<(typeof changes)[number], () => Promise<void>> = {
    wishlistRemove: () => remove(paths.myWishlist.path, 'My wishlist', wished),
    async customRequest() {
      await go(page, `${phone.url}/?custom`);
      await askForCustom(page, `Foxes while ${loss}`, [pixel, pixel]);
    },
    cartRemove: () => remove(paths.cart.path, 'My Cart', inCart),
    async cartAdd() {
      await show(fern);
      await page.getByRole('button', { name: 'Add to Cart' }).click();
      await expect(page.getByText(messages.cart.added)).toBeVisible();
    },
    async wishlistAdd() {
      await show(owl);
      await page.getByRole('button', { name: `Save ${owl.title} to wishlist` }).click();
    },
  };
  const made = triedWhile(loss, changes);
  for (const change of made) await make[change]();
  await expect(chip(page, new RegExp(`\\b${made.length} changes? waiting`))).toBeVisible();
  const { line, requests } = await waitingOps(page, buyer.user._id);
  const calls = made.filter((change) => change !== 'customRequest');
  const asked = made.length - calls.length;
  expect([line.length, requests.length]).toEqual([calls.length, asked]);
  await phone.close();
  await phone.regain();
  expect(await cartOf(phone, buyer)).toEqual(idsOf(had.cart));
  const taken = takenOps(phone, buyer);

  const has = (change: CallName) => calls.some((call) => call === change);
  const now: Had = {
    cart: [
      ...had.cart.filter((design) => !(has('cartRemove') && design === inCart)),
      ...(has('cartAdd') ? [fern] : []),
    ],
    wishlist: [
      ...had.wishlist.filter((design) => !(has('wishlistRemove') && design === wished)),
      ...(has('wishlistAdd') ? [owl] : []),
    ],
  };
  const again = await phone.reopen('/');
  await expect.poll(() => cartOf(phone, buyer)).toEqual(idsOf(now.cart));
  await expect
    .poll(async () => (await wishlistOf(phone, buyer)).toSorted())
    .toEqual(idsOf(now.wishlist).toSorted());
  expect(takenOps(phone, buyer)).toEqual([
    ...taken,
    ...calls.map((call, place) => [call, line[place]]),
  ]);
  const received = () =>
    phone.api.sql(
      `SELECT count(image.id) AS images FROM customRequests AS request
       LEFT JOIN customRequestImages AS image ON image.requestId = request.id
       WHERE description = ? GROUP BY request.id`,
      `Foxes while ${loss}`,
    );
  await expect.poll(received).toEqual(Array.from({ length: asked }, () => ({ images: 2 })));
  await expect(chip(again, /waiting|Offline/)).toHaveCount(0);
  expect(await waitingOps(again, buyer.user._id)).toEqual({ line: [], requests: [] });
  return now;
}

const idsOf = (designs: readonly Product[]) => designs.map(({ _id }) => _id);

test('forms and the account area keep what is written without the shop', async ({ phone }) => {
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
    await expect(chip(page, /^No answer yet · Saved less than a minute ago$/)).toBeVisible({
      timeout: 5000,
    });
    await page.goto(phone.url + paths.myAccount.path);
    await expect(page.getByText(/^Saved less than a minute ago\./)).toBeVisible({ timeout: 5000 });
    await page.goto(phone.url + paths.myOrders.path);
    await expect(
      page.getByText('Saved less than a minute ago. The shop hasn’t answered yet.'),
    ).toBeVisible({ timeout: 5000 });
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
