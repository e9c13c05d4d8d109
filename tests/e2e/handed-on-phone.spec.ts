import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { logOut, signInByForm } from '../support/buying-test.ts';
import { serverCart } from '../support/device-journeys.ts';
import { findStored } from '../support/dump-storage.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';
import type { Buyer } from '../support/shop-api.ts';
import { askForCustom, pixel } from '../support/waiting-changes.ts';

test.use({ isReturning: true });

const description = 'Otters that nobody else may see';
/** Data that a picture may have after its end; the bytes are stored unchanged. */
const pictureMark = 'bytes-of-a-secret-otter';
const picture = Buffer.concat([pixel, Buffer.from(pictureMark)]);

/** Where every device stores the shop's designs, whoever uses it. */
const publicPlaces = /^(database pinwheel-catalogue|cache )/;

const choices = ['Send now', 'Discard', 'Keep for my next sign-in'] as const;

for (const choice of choices) {
  test(`another account on the same phone finds no byte of the first after “${choice}”`, {
    tag: ['@P18'],
  }, async ({ phone }) => {
    const [wanted, wished] = await twoDesigns(phone);
    const first = await named(phone, 'Otteline');
    const second = await phone.api.newBuyer();
    await phone.api.call('wishlistAdd', { token: first.token, body: { productId: wished._id } });
    const page = await phone.visit(paths.myWishlist.path, first);
    await expect(page.getByRole('heading', { name: wished.title })).toBeVisible();
    await seeSignIn(page, phone);
    await phone.lose('offline');
    await page.goto(`${phone.url}${paths.home.path}?custom`);
    await askForCustom(page, description, [picture]);
    await page.goto(phone.url + paths.shop.path);
    await page.getByRole('button', { name: `Add ${wanted.title} to cart` }).click();
    await expect(page.getByRole('button', { name: /2 changes waiting/ })).toBeVisible();

    const { _id } = first.user;
    const secrets = [_id, first.token, first.email, 'Otteline', description, pictureMark];
    const own = [...secrets, wanted._id, wished._id];
    const places = async () => placesWith(page, own, secrets);
    const before = await places();
    expect(own.filter((secret) => !before.some((place) => place.endsWith(` ${secret}`)))).toEqual(
      [],
    );

    await logOut(page);
    const question = page.getByRole('dialog', { name: 'Before you go' });
    await expect(question).toContainText('2 changes');
    if (choice === 'Send now') await phone.regain();
    await question.getByRole('button', { name: choice }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    const allowed = choice.startsWith('Keep') ? keptOf(_id) : [];
    const found = async () =>
      (await places()).filter((place) => !allowed.some((kept) => place.startsWith(kept)));
    // An empty database goes as soon as the worker has closed it.
    await expect.poll(found).toEqual([]);
    if (choice !== 'Send now') await phone.regain();

    await page.reload();
    await signInByForm(page, second);
    for (const [path, title] of [
      [paths.cart.path, 'Your cart is empty.'],
      [paths.myWishlist.path, 'My Wishlist'],
    ] as const) {
      await page.goto(phone.url + path);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      for (const { title: secret } of [wanted, wished]) {
        await expect(page.getByRole('heading', { name: secret })).toHaveCount(0);
      }
    }
    expect(await found()).toEqual([]);
    const isSent = choice === 'Send now';
    expect(requests(phone)).toEqual(isSent ? [{ accountId: _id }] : []);
    expect(await serverCart(phone.api, second)).toEqual([]);
    const cart = phone.api.sql('SELECT productId FROM cartLines WHERE accountId = ?', _id);
    expect(cart).toEqual(isSent ? [{ productId: wanted._id }] : []);
  });
}

test.describe('in a shop with more designs than a phone stores pictures of', () => {
  test.use({ designs: 130 });

  for (const isLoggedOut of [true, false]) {
    test(`no picture reveals what the first buyer wanted after ${isLoggedOut ? 'they logged out' : 'another signed in'}`, {
      tag: ['@P18'],
    }, async ({ phone }) => {
      const first = await phone.api.newBuyer();
      const productId = oldest(130);
      await phone.api.call('wishlistAdd', { token: first.token, body: { productId } });
      const page = await phone.visit(paths.myWishlist.path, first);
      await expect(page.getByRole('heading', { name: 'Copy 129' })).toBeVisible();
      await page.goto(phone.url + productPath(productId));
      await expect(page.getByRole('heading', { name: 'Copy 129' })).toBeVisible();
      const { product } = await phone.api.call('product', { params: { id: productId } });
      const [hash = ''] = product.images[0]?.url.match(/[0-9a-f]{64}/) ?? [];
      expect(hash).not.toBe('');
      const found = () => cachesWith(page, hash);
      await expect.poll(found).toEqual(['pinwheel-images', 'pinwheel-pack']);

      if (isLoggedOut) {
        await phone.lose('offline');
        await logOut(page);
        await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      } else {
        await page.goto(phone.url + paths.signIn.path);
        await signInByForm(page, await phone.api.newBuyer());
      }
      await expect.poll(found).toEqual([]);
    });
  }
});

/** The id of the oldest of this many designs. */
function oldest(designs: number): string {
  return `c0${(designs - 1).toString(16).padStart(22, '0')}`;
}

/** The caches with a picture in any size. */
function cachesWith(page: Page, hash: string): Promise<readonly string[]> {
  return page.evaluate(async (part) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const kept = await (await caches.open(name)).keys();
      if (kept.some(({ url }) => url.includes(part))) found.push(name);
    }
    return found.sort();
  }, hash);
}

/** Each place that contains any of these, with what it contains; public places only count for secrets. */
async function placesWith(
  page: Page,
  own: readonly string[],
  secrets: readonly string[],
): Promise<string[]> {
  return (await findStored(page, own))
    .filter(({ place, mark }) => secrets.includes(mark) || !publicPlaces.test(place))
    .map(({ place, mark }) => `${place} ${mark}`);
}

/** Where an account's unsent changes are stored until it is back, and where its database is registered. */
function keptOf(accountId: string): string[] {
  const name = `database pinwheel-account-${accountId}`;
  return [
    `database pinwheel-device/values ${accountId}`,
    `${name} `,
    `${name}/outbox `,
    `${name}/requests `,
    `${name}/pictures `,
  ];
}

/** Who requested it, according to the shop. */
function requests({ api }: Phone) {
  return api.sql('SELECT accountId FROM customRequests WHERE description = ?', description);
}

/** The code of menu and sign-in is stored once they were opened. */
async function seeSignIn(page: Page, { url }: Phone): Promise<void> {
  await page.goto(url + paths.shop.path);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

async function twoDesigns({ api }: Phone): Promise<readonly [Product, Product]> {
  const [wanted, wished] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!wanted || !wished) throw new Error('The studio has no two designs');
  return [wanted, wished];
}

/** A buyer with a unique first name. */
async function named({ api }: Phone, firstName: string): Promise<Buyer> {
  const { email, password } = await api.newBuyer();
  api.sql('UPDATE accounts SET firstName = ? WHERE email = ?', firstName, email);
  const { token, ...user } = await api.call('login', { body: { email, password } });
  return { email, password, token, user };
}
