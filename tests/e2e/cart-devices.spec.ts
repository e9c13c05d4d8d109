import type { Page } from '@playwright/test';
import { callPath } from '#contract/calls.ts';
import { messages } from '#contract/messages.ts';
import { paths, productPath } from '#contract/paths.ts';
import {
  buy,
  cartLines,
  cartLink,
  createOrder,
  expect,
  fillCart,
  logOut,
  loseAnswer,
  openCheckout,
  pay,
  signIn,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { failCall, holdCall } from '#tests/support/page-calls.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';

/** Three designs that anybody can find. */
async function someDesigns(api: ShopApi) {
  const [fox, moon, fern] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!fox || !moon || !fern) throw new Error('The studio has no three designs');
  return [fox, moon, fern] as const;
}

async function addFromPage(page: Page, productId: string): Promise<void> {
  await page.goto(productPath(productId));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Item added to cart')).toBeVisible();
}

/** Ids in the account's cart on the server, in their order. */
async function serverCart(api: ShopApi, { token }: Buyer): Promise<readonly string[]> {
  return (await api.call('cart', { token })).items.map((item) => item.productId);
}

/** The `Idempotency-Key` of every add that a page sends from now on. */
function watchAdds(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(callPath('cartAdd'))) {
      keys.push(request.headers()['idempotency-key'] ?? '');
    }
  });
  return keys;
}

/** Everything that this origin keeps in the browser, as one text. */
function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const kept: unknown[] = [
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      kept.push(name);
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        kept.push(store, await done(rows.getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      kept.push(
        name,
        (await cache.keys()).map(({ url }) => url),
      );
    }
    return JSON.stringify(kept);
  });
}

test('a visitor’s cart survives a reload and stands there at first paint', {
  tag: ['@A04', '@C08'],
}, async ({ page, api }) => {
  const [fox] = await someDesigns(api);
  await addFromPage(page, fox._id);
  // The code of the database never comes: only what the first paint has is left.
  await page.route(/\/assets\/account-engine-/, () => {});
  await page.goto(paths.cart.path);
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
  await page.unrouteAll();
  await page.reload();
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
});

test('sign-in brings a visitor’s cart along, says so, and sends it once', {
  tag: ['@A04', '@S09', '@S10'],
}, async ({ page, api }) => {
  const [fox, moon, fern] = await someDesigns(api);
  const buyer = await api.newBuyer();
  await fillCart(api, buyer, fern);
  const keys = watchAdds(page);
  await addFromPage(page, fox._id);
  await addFromPage(page, moon._id);
  expect(keys).toEqual([]);
  const kept = await everythingKept(page);
  await page.goto(paths.signIn.path);
  await signInByForm(page, buyer);
  await expect(toast(page, '2 items from this device added')).toBeVisible();
  await expect(cartLink(page, 3)).toBeVisible();
  await expect.poll(() => serverCart(api, buyer)).toEqual([fern._id, fox._id, moon._id]);
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(kept, 'the opIds they were made with').toContain(key);

  await page.reload();
  await expect(cartLink(page, 3)).toBeVisible();
  await logOut(page);
  await expect(cartLink(page, 0)).toBeVisible();
  await signInByForm(page, buyer);
  await expect(cartLink(page, 3)).toBeVisible();
  await expect(toast(page, '2 items from this device added')).toHaveCount(0);
  expect(keys).toHaveLength(2);
});

test.describe('an answer lost while the carts are merged', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('adds nothing twice', { tag: ['@S10'] }, async ({ page, api }) => {
    const [fox, moon] = await someDesigns(api);
    const buyer = await api.newBuyer();
    await addFromPage(page, fox._id);
    await addFromPage(page, moon._id);
    const keys = watchAdds(page);
    const mend = await loseAnswer(page, 'cartAdd');
    await page.goto(paths.signIn.path);
    await signInByForm(page, buyer);
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
    await mend();
    await page.reload();
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, moon._id]);
    await expect(cartLink(page, 2)).toBeVisible();
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys).size).toBe(2);
    const { version } = await api.call('cart', { token: buyer.token });
    expect(version).toBe(2);
  });
});

test.describe('a device that is handed on', () => {
  test.use({ expectedErrors: [/500 \(Internal Server Error\).*coupons/] });
  test('holds nothing of the account that signed out', { tag: ['@C12', '@P03'] }, async ({
    page,
    api,
    shop,
    studio,
  }) => {
    const buyer = await api.newBuyer();
    const bought = await studio.newDesign();
    const wanted = await studio.newDesign();
    const order = await buy(api, shop.url, buyer, bought);
    await fillCart(api, buyer, wanted);
    await signIn(page, buyer);
    await page.goto(paths.myOrders.path);
    await expect(page.getByRole('heading', { name: `Order ${order.orderNumber}` })).toBeVisible();
    await page.goto(paths.cart.path);
    await page.getByRole('textbox', { name: 'Coupon code' }).fill('SPRING-OF-HAZEL');
    await failCall(page, 'couponApply');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(toast(page, 'Failed to apply coupon code')).toBeVisible();
    await openCheckout(page);
    await createOrder(page);
    await page.goto(paths.shop.path);
    const [placed] = api.sql(
      `SELECT id FROM orders WHERE customerEmail = ? AND state = 'provider_created'`,
      buyer.email,
    );
    const secrets = [
      buyer.user._id,
      buyer.token,
      buyer.email,
      'Hazel',
      order.orderNumber,
      order._id,
      bought._id,
      bought.title,
      wanted._id,
      wanted.title,
      String(placed?.id),
      'SPRING-OF-HAZEL',
    ];
    const before = await everythingKept(page);
    expect(secrets.filter((secret) => !before.includes(secret))).toEqual([]);

    await logOut(page);
    await expect(page).toHaveURL(paths.signIn.path);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    const after = await everythingKept(page);
    expect(secrets.filter((secret) => after.includes(secret))).toEqual([]);
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('auth'))) ?? '')).toEqual({
      user: null,
      accessToken: null,
      approved: false,
    });
    await expect
      .poll(() => api.call('me', { token: buyer.token }).catch((error) => String(error)))
      .toContain('401');
  });
});

test('the back button shows no order of who has signed out', { tag: ['@C12', '@R03'] }, async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  await fillCart(api, buyer, design);
  await signIn(page, buyer);
  await openCheckout(page);
  await createOrder(page);
  await pay(page);
  await expect(page.getByRole('heading', { name: design.title })).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL(paths.home.path);
  await logOut(page);
  await expect(page).toHaveURL(paths.signIn.path);
  const loaded = page.waitForEvent('load');
  await page.evaluate(() => history.go(-2));
  await loaded;
  // There the order stood; now it is as for anybody who isn't signed in.
  await expect(page).toHaveURL(paths.signIn.path);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(design.title)).toHaveCount(0);

  // For the next account neither.

  await signInByForm(page, await api.newBuyer());
  await expect(page.getByRole('heading', { name: messages.orders.empty })).toBeVisible();
  await expect(page.getByText(design.title)).toHaveCount(0);
});

test('two tabs follow each other', { tag: ['@C08', '@P01', '@P18'] }, async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  const [fox] = await someDesigns(api);
  await fillCart(api, buyer, design);
  const other = await page.context().newPage();
  await other.goto(paths.cart.path);
  await addFromPage(page, fox._id);
  await expect(cartLines(other)).toHaveText([new RegExp(fox.title)]);
  await expect(cartLink(other, 1)).toBeVisible();

  await page.goto(paths.signIn.path);
  await signInByForm(page, buyer);
  await expect(other.getByRole('button', { name: 'Account of Hazel' })).toBeVisible();
  await expect(cartLines(other)).toHaveCount(2);
  await other.getByRole('button', { name: `Remove ${design.title}` }).click();
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(cartLink(other, 1)).toBeVisible();

  await logOut(page);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(cartLink(other, 0)).toBeVisible();
  await expect(other.getByText(fox.title)).toHaveCount(0);
  await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
});

test.describe('a server that dies', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/] });

  test('loses no add: it is kept, counted and sent once', {
    tag: ['@C08', '@S10', '@T08'],
  }, async ({ page, api, shop }) => {
    const buyer = await api.newBuyer();
    const [fox, moon] = await someDesigns(api);
    await signIn(page, buyer);
    // The cart's own code is there once it was looked at.
    await page.goto(paths.cart.path);
    await page.getByRole('link', { name: 'Find a design' }).click();
    await page.getByRole('button', { name: `Add ${fox.title} to cart` }).click();
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
    const keys = watchAdds(page);
    await shop.kill();
    try {
      await page.getByRole('button', { name: `Add ${moon.title} to cart` }).click();
      await expect(toast(page, 'Item added to cart')).not.toHaveCount(0);
      await expect(cartLink(page, 2)).toBeVisible();
      await cartLink(page, 2).click();
      await expect(cartLines(page)).toHaveCount(2);
      await expect(
        page.getByRole('status').getByText(/^1 change waits on this device/),
      ).toBeVisible();
    } finally {
      await shop.start();
    }
    // A line that comes back ends the pause between two tries.
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, moon._id]);
    await expect(page.getByText(/change waits/)).toHaveCount(0);
    await expect(cartLink(page, 2)).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    expect((await api.call('cart', { token: buyer.token })).version).toBe(2);
  });

  test('under a log-out keeps what is unsent for the same account only', {
    tag: ['@C12', '@S10'],
  }, async ({ page, api, shop }) => {
    const buyer = await api.newBuyer();
    const nextBuyer = await api.newBuyer();
    const [fox] = await someDesigns(api);
    await signIn(page, buyer);
    // The code of menu and sign-in is there once they were seen.
    await page.goto(paths.signIn.path);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'SHOP' })
      .click();
    await expect(cartLink(page, 0)).toBeVisible();
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.message());
      await dialog.dismiss();
    });
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).press('Escape');
    await shop.kill();
    try {
      await page.getByRole('button', { name: `Add ${fox.title} to cart` }).click();
      await expect(cartLink(page, 1)).toBeVisible();
      await logOut(page);
      await expect.poll(() => asked).toHaveLength(1);
      expect(asked[0]).toContain('1 change has not reached the shop yet.');
      await expect(cartLink(page, 0)).toBeVisible();
    } finally {
      await shop.start();
    }
    const keys = watchAdds(page);
    await page.goto(paths.signIn.path);
    await signInByForm(page, nextBuyer);
    await page.goto(paths.cart.path);
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    expect(keys).toEqual([]);
    expect(await serverCart(api, nextBuyer)).toEqual([]);
    await logOut(page);
    await signInByForm(page, buyer);
    await expect(cartLink(page, 1)).toBeVisible();
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
    expect(await serverCart(api, nextBuyer)).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

test('a network that never answers keeps nobody waiting', { tag: ['@S10', '@T08'] }, async ({
  page,
  api,
}) => {
  const buyer = await api.newBuyer();
  const [fox, moon] = await someDesigns(api);
  await signIn(page, buyer);
  const answerAdds = await holdCall(page, 'cartAdd');
  const answerCart = await holdCall(page, 'cart');
  const keys = watchAdds(page);
  await addFromPage(page, fox._id);
  await addFromPage(page, moon._id);
  await cartLink(page, 2).click();
  await expect(cartLines(page)).toHaveCount(2);
  await page.reload();
  await expect(cartLines(page)).toHaveCount(2);
  await page.getByRole('button', { name: `Remove ${moon.title}` }).click();
  await expect(toast(page, 'Item removed successfully')).toBeVisible();
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
  expect(await serverCart(api, buyer)).toEqual([]);

  answerAdds();
  answerCart();
  await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
  await expect(cartLink(page, 1)).toBeVisible();
  // An op that was tried keeps its key; one undone before it was ever tried is never sent.
  expect(new Set(keys).size).toBeLessThanOrEqual(2);
});

test('another account on the same device sees and sends nothing of the first', {
  tag: ['@P18', '@R06'],
}, async ({ page, api, shop, studio }) => {
  const first = await api.newBuyer();
  const second = await api.newBuyer();
  const [bought, wanted] = [await studio.newDesign(), await studio.newDesign()];
  const own = await studio.newDesign();
  await buy(api, shop.url, first, bought);
  await fillCart(api, first, wanted);
  await fillCart(api, second, own);
  await signIn(page, first);
  await page.goto(paths.myOrders.path);
  await expect(page.getByText(bought.title)).toBeVisible();
  await expect(cartLink(page, 1)).toBeVisible();
  await logOut(page);
  await signInByForm(page, second);
  const tokens = new Set<string>();
  page.on('request', (request) => {
    const token = request.headers().authorization;
    if (token) tokens.add(token);
  });
  await page.goto(paths.cart.path);
  await expect(cartLines(page)).toHaveText([new RegExp(own.title)]);
  await page.goto(paths.myOrders.path);
  await expect(
    page.getByRole('heading', { name: "You haven't placed any orders yet" }),
  ).toBeVisible();
  expect(await everythingKept(page)).not.toContain(first.user._id);
  expect(await serverCart(api, second)).toEqual([own._id]);
  const left = api.sql('SELECT productId FROM cartLines WHERE accountId = ?', first.user._id);
  expect(left).toEqual([{ productId: wanted._id }]);
  expect(tokens.size).toBe(1);
  expect([...tokens]).not.toContain(`Bearer ${first.token}`);
});
