import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import {
  amount,
  cartLines,
  expect,
  fillCart,
  openCheckout,
  signIn,
  test,
} from '#tests/support/buying-test.ts';
import { cutCall, failCall } from '#tests/support/page-calls.ts';

test.use({ expectedErrors: [/500 \(Internal|ERR_FAILED/] });

/** The scene shown when nothing could be loaded. */
const scene = (page: Page, name: string) => page.getByRole('heading', { name });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

test("a new device calls an account's cart empty on no screen before the shop has confirmed it", async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  await fillCart(api, buyer, design);
  await signIn(page, buyer);
  await failCall(page, 'cart');
  await page.goto(paths.cart.path);
  await expect(scene(page, messages.checkout.cartUnanswered)).toBeVisible();
  await expect(page.getByText(messages.checkout.cartEmpty)).toHaveCount(0);
  await openCheckout(page);
  await expect(scene(page, messages.checkout.cartUnanswered)).toBeVisible();
  await tryAgain(page).click();
  await expect(tryAgain(page)).toHaveAttribute('aria-busy', 'false');
  await expect(scene(page, messages.checkout.cartUnanswered)).toBeVisible();

  await page.unrouteAll();
  await tryAgain(page).click();
  await expect(amount(page, 'Total')).toHaveText('$8.00');
  await page.getByRole('link', { name: 'Edit Cart' }).click();
  await expect(cartLines(page)).toHaveText([new RegExp(design.title)]);
});

test("a new device calls an account's wishlist empty only after the shop has confirmed it", async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  await api.call('wishlistAdd', { token: buyer.token, body: { productId: design._id } });
  await signIn(page, buyer);
  const mend = await cutCall(page, 'wishlist');
  await page.goto(paths.myWishlist.path);
  await expect(scene(page, 'Couldn’t load your wishlist')).toBeVisible();
  await expect(page.getByText(messages.wishlist.empty)).toHaveCount(0);

  await mend();
  await tryAgain(page).click();
  await expect(page.getByRole('list', { name: 'Saved designs' }).getByRole('listitem')).toHaveText([
    new RegExp(design.title),
  ]);
});
