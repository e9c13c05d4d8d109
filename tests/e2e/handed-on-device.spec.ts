import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import {
  buy,
  cartLines,
  cartLink,
  createOrder,
  expect,
  fillCart,
  fillCity,
  goToCheckout,
  logOut,
  openCheckout,
  pay,
  type Studio,
  signIn,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import {
  everythingKept,
  serverCart,
  someDesigns,
  watchAdds,
} from '#tests/support/device-journeys.ts';
import { failCall } from '#tests/support/page-calls.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';

/** Signs a buyer in and leaves something of theirs everywhere; returns what nobody else may find. */
async function leaveTraces(
  page: Page,
  api: ShopApi,
  { url }: { readonly url: string },
  studio: Studio,
  buyer: Buyer,
): Promise<readonly string[]> {
  const bought = await studio.newDesign();
  const wanted = await studio.newDesign();
  const order = await buy(api, url, buyer, bought);
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
  await keepFile(page, buyer.user._id);
  const [placed] = api.sql(
    `SELECT id FROM orders WHERE customerEmail = ? AND state = 'provider_created'`,
    buyer.email,
  );
  const secrets = [
    buyer.user._id,
    buyer.token,
    buyer.email,
    order.orderNumber,
    order._id,
    bought._id,
    bought.title,
    wanted._id,
    wanted.title,
    String(placed?.id),
    'SPRING-OF-HAZEL',
    'bytes-of-a-bought-file',
  ];
  const kept = await everythingKept(page);
  expect(secrets.filter((secret) => !kept.includes(secret))).toEqual([]);
  return secrets;
}

/** Stores a file where the shop stores those that a buyer wants on the device. */
function keepFile(page: Page, accountId: string): Promise<void> {
  return page.evaluate(async (id) => {
    const make = { create: true };
    const root = await navigator.storage.getDirectory();
    const bought = await root.getDirectoryHandle('bought-files', make);
    const folder = await (await bought.getDirectoryHandle(id, make)).getDirectoryHandle('1', make);
    const writing = await (await folder.getFileHandle('0', make)).createWritable();
    await writing.write('bytes-of-a-bought-file');
    await writing.close();
  }, accountId);
}

test.describe('a shared device', () => {
  test.use({ expectedErrors: [/500 \(Internal Server Error\).*coupons|status of 401/] });

  test('keeps nothing of the account that signed out', { tag: ['@core', '@C12', '@P03'] }, async ({
    page,
    api,
    shop,
    studio,
  }) => {
    const buyer = await api.newBuyer();
    const secrets = [...(await leaveTraces(page, api, shop, studio, buyer)), 'Hazel'];
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

  for (const isEnded of [true, false]) {
    test(`keeps nothing of an account whose session ${isEnded ? 'the shop ended' : 'still held'} once another signed in`, {
      tag: ['@P03', '@P18'],
    }, async ({ page, api, shop, studio }) => {
      const buyer = await api.newBuyer();
      const secrets = await leaveTraces(page, api, shop, studio, buyer);
      const { _id } = buyer.user;
      if (isEnded) {
        // Otherwise the previous page may be the one that notices.
        await page.goto('/favicon.svg');
        await api.call('logout', { token: buyer.token });
      }
      await page.goto(paths.signIn.path);
      if (isEnded) {
        await expect(toast(page, 'Your session has expired. Please sign in again.')).toBeVisible();
        // The owner may come back before anybody else does.
        expect(await databases(page)).toContain(`pinwheel-account-${_id}`);
      }
      await signInByForm(page, await api.newBuyer());
      await expect.poll(() => databases(page)).not.toContain(`pinwheel-account-${_id}`);
      await expect
        .poll(() => api.call('me', { token: buyer.token }).catch((error) => String(error)))
        .toContain('401');
      const found = async () => {
        const kept = await everythingKept(page);
        return secrets.filter((secret) => kept.includes(secret));
      };
      await expect.poll(found).toEqual([]);
    });
  }
});

function databases(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));
}

test('the back button shows no order of a buyer who has signed out', {
  tag: ['@C12', '@R03'],
}, async ({ page, api, studio }) => {
  const design = await studio.newDesign();
  await goToCheckout(page, api, studio, design);
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
  // The order was shown here; now it is the same as for any signed-out visitor.
  await expect(page).toHaveURL(paths.signIn.path);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(design.title)).toHaveCount(0);

  // Nor to the next account.

  await signInByForm(page, await api.newBuyer());
  await expect(page.getByRole('heading', { name: messages.orders.empty })).toBeVisible();
  await expect(page.getByText(design.title)).toHaveCount(0);
});

test('other tabs keep nothing of the account that signed out', { tag: ['@C12'] }, async ({
  page,
  api,
  shop,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const next = await api.newBuyer();
  const [bought, wanted] = [await studio.newDesign(), await studio.newDesign()];
  await buy(api, shop.url, buyer, bought);
  for (const account of [buyer, next]) await fillCart(api, account, wanted);
  await signIn(page, buyer);
  const order = await page.context().newPage();
  await order.goto(paths.orderSuccess.path);
  await expect(order.getByRole('heading', { name: bought.title })).toBeVisible();
  const checkout = await page.context().newPage();
  await openCheckout(checkout);
  await fillCity(checkout, 'Bergen');
  const home = await page.context().newPage();
  await home.goto(paths.home.path);
  await home.getByRole('button', { name: 'REQUEST A CUSTOM' }).click();
  const description = home.getByRole('dialog').getByLabel('Description');
  await description.fill('Secret otters');
  await expect.poll(() => everythingKept(home)).toContain('Secret otters');

  await page.goto(paths.shop.path);
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Before you go' });
  await expect(question).toContainText('1 draft has not been sent yet.');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(order).toHaveURL(paths.signIn.path);
  await expect(description).toHaveValue('');
  await expect(checkout.getByText(messages.checkout.cartEmpty)).toBeVisible();
  await signInByForm(page, next);
  await expect(checkout.getByLabel('City', { exact: true })).toHaveValue('');
  await expect(checkout.getByRole('textbox', { name: 'Email' })).not.toHaveValue(buyer.email);
  await expect(order.getByText(bought.title)).toHaveCount(0);
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

test.describe('signing out while the shop cannot be reached', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('leaves unsent changes only to the same account', {
    tag: ['@C12', '@S10'],
  }, async ({ page, api }) => {
    const buyer = await api.newBuyer();
    const nextBuyer = await api.newBuyer();
    const [fox] = await someDesigns(api);
    await signIn(page, buyer);
    // The code of menu and sign-in is stored once they were opened.
    await page.goto(paths.signIn.path);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'SHOP' })
      .click();
    await expect(cartLink(page, 0)).toBeVisible();
    const question = page.getByRole('dialog', { name: 'Before you go' });
    const add = page.getByRole('button', { name: `Add ${fox.title} to cart` });
    await expect(add).toBeVisible();
    await page.route('**/api/**', (route) => route.abort());
    await add.click();
    await expect(cartLink(page, 1)).toBeVisible();
    await logOut(page);
    await expect(question).toContainText('1 change has not been sent yet.');
    await question.getByRole('button', { name: 'Send now' }).click();
    await expect(question).toContainText('Some changes couldn’t be sent');
    // When the page regains the focus, React Aria refocuses the dialog late, which would lose the key.
    await page.keyboard.press('Escape');
    // Cancelled: still signed in, with everything there.
    await expect(cartLink(page, 1)).toBeVisible();
    await logOut(page);
    // If it reached the shop late, it would end the session that this journey uses.
    const untold = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith(callPath('logout')),
    );
    await question.getByRole('button', { name: 'Keep for my next sign-in' }).click();
    await expect(cartLink(page, 0)).toBeVisible();
    await untold;
    await page.unrouteAll();
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
  });
});
