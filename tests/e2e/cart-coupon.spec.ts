import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import {
  amount,
  cartLink,
  expect,
  fillCart,
  signIn,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { changeAnswer, failCall, watchCalls } from '#tests/support/page-calls.ts';

test('requires a coupon code before it calls the shop', { tag: ['@Q13'] }, async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  await fillCart(api, buyer, await studio.newDesign());
  await signIn(page, buyer);
  const asked = watchCalls(page, 'couponApply');
  await page.goto(paths.cart.path);
  const code = page.getByRole('textbox', { name: 'Coupon code' });
  for (const typed of ['', '   ']) {
    await code.fill(typed);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Please enter a coupon code')).toBeVisible();
    await code.fill('X');
    await expect(page.getByText('Please enter a coupon code')).toHaveCount(0);
  }
  expect(asked).toEqual([]);
});

test.describe('a coupon', () => {
  test.use({ expectedErrors: [/500 \(Internal Server Error\)/] });

  test('replaces the field, and is removed by its icon', {
    tag: ['@I06', '@O08', '@T11'],
  }, async ({ page, api, studio }) => {
    const buyer = await api.newBuyer();
    await fillCart(api, buyer, await studio.newDesign({ price: 20 }));
    await signIn(page, buyer);
    let isApplied = false;
    await changeAnswer(page, 'cart', (cart) =>
      isApplied
        ? {
            ...cart,
            totalPrice: 15,
            totalDiscount: 5,
            appliedCoupon: { code: 'SPRING', discountType: 'percentage', discountAmount: 25 },
          }
        : cart,
    );
    await page.goto(paths.cart.path);
    const code = page.getByRole('textbox', { name: 'Coupon code' });
    const remove = page.getByRole('button', { name: 'Remove coupon SPRING' });
    await expect(code).toBeVisible();
    await expect(remove).toHaveCount(0);

    await failCall(page, 'couponApply');
    await code.fill('SPRING');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(toast(page, 'Failed to apply coupon code')).toBeVisible();
    await expect(code).toHaveValue('SPRING');

    const answer = { json: { message: 'ok' } };
    const path = callPath('couponApply');
    const sent = page.waitForRequest((request) => request.url().endsWith(path));
    await page.route(
      (url) => url.pathname === path,
      (route) => {
        isApplied = true;
        return route.fulfill(answer);
      },
    );
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(toast(page, 'Coupon code applied successfully')).toBeVisible();
    const { _id: cartId } = await api.call('cart', { token: buyer.token });
    expect((await sent).postDataJSON()).toEqual({ code: 'SPRING', cartId });
    await expect(remove).toBeVisible();
    await expect(code).toHaveCount(0);
    await expect(amount(page, 'Coupon')).toHaveText('−$5.00');
    await expect(amount(page, 'Total')).toHaveText('$15.00');

    await failCall(page, 'couponRemove');
    await remove.click();
    await expect(toast(page, 'Failed to remove coupon code')).toBeVisible();
    await expect(remove).toBeVisible();
    const removePath = callPath('couponRemove');
    await page.route(
      (url) => url.pathname === removePath,
      (route) => {
        isApplied = false;
        return route.fulfill(answer);
      },
    );
    await remove.click();
    await expect(toast(page, 'Coupon code removed successfully')).toBeVisible();
    await expect(code).toBeVisible();
    await expect(remove).toHaveCount(0);
  });
});

test("keeps a visitor's coupon code until they have signed in", { tag: ['@A05', '@I06'] }, async ({
  page,
  api,
}) => {
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no designs');
  const asked = watchCalls(page, 'couponApply');
  await page.goto(productPath(design._id));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await cartLink(page, 1).click();
  await page.getByRole('textbox', { name: 'Coupon code' }).fill('SPRING');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(paths.signIn.path);
  const buyer = await api.newBuyer();
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(paths.cart.path);
  await expect(page.getByRole('textbox', { name: 'Coupon code' })).toHaveValue('SPRING');
  expect(asked).toEqual([]);
});
