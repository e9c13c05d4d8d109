import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { addCoupon } from '#tests/support/add-coupon-row.ts';
import { watchCalls } from '#tests/support/page-calls.ts';
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
    await page.getByRole('checkbox', { name: /^I accept the terms/ }).check();
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
