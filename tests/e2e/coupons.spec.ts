import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { addCoupon } from '#tests/support/add-coupon-row.ts';
import { cutCall, watchCalls } from '#tests/support/page-calls.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Coupon code' });
const apply = (page: Page) => page.getByRole('button', { name: 'Apply' });
const remove = (page: Page, code: string) =>
  page.getByRole('button', { name: `Remove coupon ${code}` });

/** The cart according to the shop. */
const cartAtShop = (api: ShopApi, { token }: Buyer) => api.call('cart', { token });

async function fillCart(api: ShopApi, { token }: Buyer, count: number): Promise<void> {
  const designs = (await api.products()).filter(({ isBuyable }) => isBuyable).slice(0, count);
  for (const { _id } of designs) await api.call('cartAdd', { body: { productId: _id }, token });
}

async function openCart(page: Page): Promise<void> {
  await page.goto(paths.cart.path);
  await expect(field(page)).toBeVisible();
}

test('a visitor is asked to sign in, and then finds the code ready to apply', {
  tag: ['@Q13', '@T11', '@I06'],
}, async ({ page, api }) => {
  const code = addCoupon(api);
  const buyer = await api.newBuyer();
  const asked = watchCalls(page, 'couponApply');
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  await page.goto(paths.shop.path);
  await page.getByRole('button', { name: `Add ${design?.title} to cart` }).click();
  await expect(toasts(page).getByText(messages.cart.added)).toBeVisible();
  await openCart(page);

  for (const nothing of ['', '   ']) {
    await field(page).fill(nothing);
    await apply(page).click();
    await expect(field(page)).toHaveAccessibleDescription(messages.coupon.empty);
  }
  await field(page).fill(` ${code.toLowerCase()} `);
  await apply(page).click();
  await summary(page).getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(paths.cart.path);
  await expect(field(page)).toHaveValue(code.toLowerCase());
  expect(asked).toHaveLength(0);

  await apply(page).click();
  await expect(toasts(page).getByText(messages.coupon.applied)).toBeVisible();
  await expect(remove(page, code)).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  const { totalPrice } = await cartAtShop(api, buyer);
  await expect(summary(page)).toContainText(`Total${formatUsd(totalPrice)}`);

  await remove(page, code).click();
  await expect(toasts(page).getByText(messages.coupon.removed)).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect(remove(page, code)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Coupon' })).toBeFocused();
  expect((await cartAtShop(api, buyer)).appliedCoupon).toBeNull();
});

test.describe('a coupon call that fails', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)|500 \(Internal/] });

  test("is reported with the server's message, or else the shop's", { tag: ['@T11'] }, async ({
    page,
    api,
  }) => {
    const code = addCoupon(api);
    const buyer = await signInPage(page, api);
    await fillCart(api, buyer, 1);
    await openCart(page);
    await field(page).fill('NO-SUCH-CODE');
    await apply(page).click();
    await expect(toasts(page).getByText(messages.coupon.unknown)).toBeVisible();
    await expect(field(page)).toHaveAccessibleDescription(messages.coupon.unknown);
    await expect(field(page)).toHaveValue('NO-SUCH-CODE');

    const silent = (url: URL) => url.pathname.startsWith('/api/coupons/');
    const fail = () => page.route(silent, (route) => route.fulfill({ status: 500, body: '' }));
    await fail();
    await field(page).fill(code);
    await apply(page).click();
    await expect(toasts(page).getByText(messages.coupon.applyFailed)).toBeVisible();
    await expect(summary(page)).toContainText('We’ve saved this code for later.');
    await page.unroute(silent);
    await apply(page).click();
    await expect(remove(page, code)).toBeVisible();

    await fail();
    await remove(page, code).click();
    await expect(toasts(page).getByText(messages.coupon.removeFailed)).toBeVisible();
    await expect(remove(page, code)).toBeVisible();
  });
});

test.describe('offline', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('a code is saved, but not priced before the cart has reached the shop', {
    tag: ['@T11'],
  }, async ({ page, api }) => {
    const code = addCoupon(api);
    const buyer = await signInPage(page, api);
    await fillCart(api, buyer, 2);
    const asked = watchCalls(page, 'couponApply');
    const mend = await cutCall(page, 'cartRemove');
    await openCart(page);
    const lines = page.getByRole('list', { name: 'Designs in your cart' }).getByRole('listitem');
    await lines
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(lines).toHaveCount(1);
    await field(page).fill(code);
    await apply(page).click();
    await expect(toasts(page).getByText(messages.coupon.applyFailed)).toBeVisible();
    await expect(field(page)).toHaveValue(code);
    expect(asked).toHaveLength(0);

    await mend();
    await page.reload();
    await expect(field(page)).toHaveValue(code);
    await expect(summary(page)).toContainText('Your saved code.');
    await apply(page).click();
    await expect(remove(page, code)).toBeVisible();
    const { items, totalPrice } = await cartAtShop(api, buyer);
    expect(items).toHaveLength(1);
    await expect(summary(page)).toContainText(`Total${formatUsd(totalPrice)}`);
  });
});

test('a code that becomes invalid says why, and can be removed', { tag: ['@I06'] }, async ({
  page,
  api,
}) => {
  const buyer = await signInPage(page, api);
  await fillCart(api, buyer, 2);
  const { totalPrice } = await cartAtShop(api, buyer);
  const code = addCoupon(api, { minimum: totalPrice });
  await openCart(page);
  await field(page).fill(code);
  await apply(page).click();
  await expect(remove(page, code)).toBeVisible();

  const lines = page.getByRole('list', { name: 'Designs in your cart' }).getByRole('listitem');
  await lines
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(summary(page)).toContainText(messages.coupon.minimum);
  await expect(field(page)).toBeVisible();
  await expect(remove(page, code)).toHaveCount(0);
  const left = await cartAtShop(api, buyer);
  await expect(summary(page)).toContainText(`Total${formatUsd(left.totalPrice)}`);

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toasts(page).getByText(messages.coupon.removed)).toBeVisible();
  await expect(summary(page)).not.toContainText(messages.coupon.minimum);
});

test.describe('at the checkout', () => {
  test.use({ expectedErrors: [/409 \(Conflict\).*\/orders\/checkout/] });

  test('an applied code is a line of the summary; an expired one is reported before paying', {
    tag: ['@J06'],
  }, async ({ page, api }) => {
    const code = addCoupon(api);
    const buyer = await signInPage(page, api);
    await fillCart(api, buyer, 1);
    const { _id: cartId, totalPrice: full } = await cartAtShop(api, buyer);
    await api.call('couponApply', { body: { code, cartId }, token: buyer.token });
    const { totalPrice: reduced } = await cartAtShop(api, buyer);
    await page.goto(paths.checkout.path);
    await expect(summary(page)).toContainText(`Coupon ${code}−${formatUsd(full - reduced)}`);
    await expect(summary(page)).toContainText(`Total${formatUsd(reduced)}`);
    await expect(
      page.getByRole('main').getByRole('textbox', { name: /coupon|promo/i }),
    ).toHaveCount(0);

    // It expires between showing the total and creating the order.
    api.sql('UPDATE coupons SET endsAt = ? WHERE code = ?', '2020-01-01T00:00:00.000Z', code);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create Order' }).click();
    const changed = page.getByRole('alert').filter({ hasText: 'Your cart has changed' });
    await expect(changed).toContainText(`Coupon ${code} no longer applies`);
    await expect(page.getByText(messages.coupon.ended).first()).toBeVisible();
    await changed
      .getByRole('button', { name: `Accept the new total of ${formatUsd(full)}` })
      .click();
    await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
    expect(api.sql('SELECT used FROM coupons WHERE code = ?', code)).toEqual([{ used: 0 }]);
  });
});
