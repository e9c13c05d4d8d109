import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { newUser, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { lose, Refusal } from '#tests/support/shop-at-fetch.ts';

const dear = makeProduct({ _id: '1'.repeat(24), title: 'Dear stripes', price: 20 });
const cheap = makeProduct({ _id: '2'.repeat(24), title: 'Cheap foxes', price: 4 });
const quarter = { code: 'SPRING', discountType: 'percentage', discountAmount: 25 };

const summary = page.getByRole('region', { name: 'Order summary' });
const field = page.getByRole('textbox', { name: 'Coupon code' });
const apply = page.getByRole('button', { name: 'Apply' });
const remove = page.getByRole('button', { name: 'Remove coupon SPRING' });
const removeDear = page.getByRole('button', { name: `Remove ${dear.title}` });
const lines = page.getByRole('list', { name: 'Designs in your cart' }).getByRole('listitem');

/** Opens the cart of an account, with a coupon of a quarter off. */
async function openCart(
  part: { readonly cart?: readonly string[]; readonly minimum?: number } = {},
) {
  const { cart = [dear._id], ...rest } = part;
  const shop = await openShop({
    path: paths.cart.path,
    products: [dear, cheap],
    cart,
    user: newUser(),
    prepare: ({ coupons }) => coupons.known.push({ ...quarter, ...rest }),
  });
  await expect.element(field).toBeVisible();
  await expect.element(remove).toHaveLength(0);
  return shop;
}

/** The shop fails, without a message. */
function fail(): never {
  throw new Refusal('INTERNAL');
}

test('a code is required before the shop is called (Q13)', async () => {
  const shop = await openCart();
  for (const nothing of ['', '   ']) {
    await field.fill(nothing);
    await apply.click();
    await expect.element(page.getByText(messages.coupon.empty)).toBeVisible();
    await expect.element(field).toHaveAccessibleDescription(messages.coupon.empty);
    await field.fill('X');
    await expect.element(page.getByText(messages.coupon.empty)).toHaveLength(0);
  }
  expect(shop.bodiesOf('couponApply')).toEqual([]);
});

test('an applied code replaces the field, and is removed by its icon (I06, O08, T11)', async () => {
  const shop = await openCart();
  shop.handlers.couponApply = fail;
  await field.fill('SPRING');
  await apply.click();
  await expect.element(toastOf(messages.coupon.applyFailed)).toBeVisible();
  await expect.element(field).toHaveValue('SPRING');
  await expect.element(summary).toMatchTextContent('We’ve saved this code for later.');

  delete shop.handlers.couponApply;
  await apply.click();
  await expect.element(toastOf(messages.coupon.applied)).toBeVisible();
  expect(shop.bodiesOf('couponApply').at(-1)).toEqual({ code: 'SPRING', cartId: 'c'.repeat(24) });
  await expect.element(remove).toBeVisible();
  await expect.element(field).toHaveLength(0);
  await expect.element(summary).toMatchTextContent('Coupon−$5.00');
  await expect.element(summary).toMatchTextContent('Total$15.00');

  shop.handlers.couponRemove = fail;
  await remove.click();
  await expect.element(toastOf(messages.coupon.removeFailed)).toBeVisible();
  await expect.element(remove).toBeVisible();
  delete shop.handlers.couponRemove;
  await remove.click();
  await expect.element(toastOf(messages.coupon.removed)).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(remove).toHaveLength(0);
});

test("a refused code is reported with the server's message (T11)", async () => {
  await openCart();
  await field.fill('NO-SUCH-CODE');
  await apply.click();
  await expect.element(toastOf(messages.coupon.unknown)).toBeVisible();
  await expect.element(field).toHaveAccessibleDescription(messages.coupon.unknown);
  await expect.element(field).toHaveValue('NO-SUCH-CODE');
});

test('a code is saved, but not priced before the cart has reached the shop (T11)', async () => {
  const shop = await openCart({ cart: [dear._id, cheap._id] });
  shop.handlers.cartRemove = lose;
  await removeDear.click();
  await expect.element(lines).toHaveLength(1);
  await field.fill('SPRING');
  await apply.click();
  await expect.element(toastOf(messages.coupon.applyFailed)).toBeVisible();
  await expect.element(field).toHaveValue('SPRING');
  expect(shop.bodiesOf('couponApply')).toEqual([]);

  delete shop.handlers.cartRemove;
  await shop.goto(paths.cart.path);
  await expect.element(field).toHaveValue('SPRING');
  await expect.element(summary).toMatchTextContent('Your saved code.');
  await apply.click();
  await expect.element(remove).toBeVisible();
  expect([...shop.cart]).toEqual([cheap._id]);
  await expect.element(summary).toMatchTextContent('Total$3.00');
});

test('a code that becomes invalid says why, and can be removed (I06)', async () => {
  await openCart({ cart: [dear._id, cheap._id], minimum: 2400 });
  await field.fill('SPRING');
  await apply.click();
  await expect.element(remove).toBeVisible();

  await removeDear.click();
  await expect.element(summary).toMatchTextContent(messages.coupon.minimum);
  await expect.element(field).toBeVisible();
  await expect.element(remove).toHaveLength(0);
  await expect.element(summary).toMatchTextContent('Total$4.00');

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(toastOf(messages.coupon.removed)).toBeVisible();
  await expect.element(summary).not.toMatchTextContent(messages.coupon.minimum);
});
