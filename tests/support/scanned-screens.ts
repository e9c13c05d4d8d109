import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import type { Order } from '#contract/shop/order.ts';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { clothBenchPath, paths, productPath } from '#contract/shop/paths.ts';
import { addCoupon } from './add-coupon-row.ts';
import {
  acceptTerms,
  buy,
  cartLines,
  createOrder,
  expect,
  fillCart,
  logOut,
  type OwnDesign,
  openCheckout,
  openProvider,
  type Studio,
  toast,
} from './buying-test.ts';
import { addFromPage, addRefused, refuseAdds, someDesigns } from './device-journeys.ts';
import { goOn } from './go-on.ts';
import { changeDocuments } from './page-calls.ts';
import { keepResetStep } from './reset-step.ts';
import type { Buyer, ShopApi } from './shop-api.ts';

/** What it takes to show a screen. */
export interface Visit {
  readonly page: Page;
  readonly api: ShopApi;
}

/** What the buyer of these screens has. */
export interface Goods {
  readonly buyer: Buyer;
  readonly order: Order;
  /** In the cart: one at full price, one reduced, one no longer sold. */
  readonly inCart: readonly OwnDesign[];
}

type Open = (visit: Visit) => Promise<void>;

/** A route with its real content, or with a dialog or menu open; some only exist on a phone. */
export interface Screen {
  readonly name: string;
  readonly open: Open;
  readonly isForPhone?: boolean;
}

/** An account with everything that a screen could show. */
export async function gatherGoods(api: ShopApi, shopUrl: string, studio: Studio): Promise<Goods> {
  const buyer = await api.newBuyer();
  const bought = await Promise.all([8, 9, 10].map((price) => studio.newDesign({ price })));
  const order = await buy(api, shopUrl, buyer, ...bought);
  const inCart = [
    await studio.newDesign({ price: 12 }),
    await studio.newDesign({ price: 12, discountedPrice: 6 }),
    await studio.newDesign({ price: 7 }),
  ];
  await fillCart(api, buyer, ...inCart);
  const { _id: cartId } = await api.call('cart', { token: buyer.token });
  await api.call('couponApply', { token: buyer.token, body: { cartId, code: addCoupon(api) } });
  for (const { _id } of inCart) {
    await api.call('wishlistAdd', { token: buyer.token, body: { productId: _id } });
  }
  for (const design of inCart.slice(2)) studio.retire(design);
  return { buyer, order, inCart };
}

/** In the open document, if there is one: axe's code, once it has run there, runs again in half the time. */
function at(path: string): Open {
  return ({ page }) => goOn(page, path);
}

/** In a new document. */
function loaded(path: string): Open {
  return async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
}

/** Presses a button of the screen at `path` and waits for what it opens. */
function pressed(path: string, button: string | RegExp, opens: 'dialog' | 'menu'): Open {
  return async (visit) => {
    await at(path)(visit);
    await visit.page.getByRole('button', { name: button }).first().click();
    await expect(visit.page.getByRole(opens)).toBeVisible();
  };
}

const afterReset =
  (step: 'code' | 'password', path: string): Open =>
  async (visit) => {
    await at('/forgot-password')(visit);
    await keepResetStep(visit.page, step);
    await loaded(path)(visit);
    await expect(visit.page).toHaveURL(path);
  };

export const visitorScreens: readonly Screen[] = [
  { name: 'home', open: at('/') },
  { name: 'the shop', open: at('/shop') },
  { name: 'search without a question', open: at('/search-product') },
  { name: 'best sellers', open: at('/best-sellers') },
  { name: 'search with results', open: at('/search-product?query=fox') },
  { name: 'nothing behind a filter', open: at('/shop?designer=Nobody&sort=newest') },
  { name: 'search without results', open: at('/search-product?query=zzyzzx') },
  { name: 'terms', open: at('/terms-conditions') },
  { name: 'about the shop', open: at('/about') },
  { name: 'contact', open: at(paths.contact.path) },
  { name: 'privacy', open: at('/privacy') },
  { name: 'licences', open: at('/licence') },
  { name: "a visitor's storage", open: at(paths.storage.path) },
  { name: 'a stall with nothing to show', open: at(paths.stall.path) },
  { name: 'a coupon’s link that doesn’t work', open: at('/c/NONE') },
  { name: 'a request’s link that has ended', open: at(paths.customRequest.path) },
  {
    name: 'a design',
    open: async (visit) => {
      const [design] = await someDesigns(visit.api);
      await at(productPath(design._id))(visit);
    },
  },
  {
    name: 'a design on cloth',
    open: async (visit) => {
      const [design] = await someDesigns(visit.api);
      await at(clothBenchPath(design._id))(visit);
      await visit.page.getByText('Cut line').click();
    },
  },
  {
    name: 'the size of the screen',
    open: async (visit) => {
      const [design] = await someDesigns(visit.api);
      await pressed(clothBenchPath(design._id), 'Set this screen’s size', 'dialog')(visit);
    },
  },
  {
    name: 'a wishlist that was put away',
    open: async (visit) => {
      const { page } = visit;
      await at('/shop')(visit);
      await page
        .getByRole('button', { name: /^Save .* to wishlist$/ })
        .first()
        .click();
      await expect(toast(page, messages.wishlist.added)).toBeVisible();
      const now = await page.evaluate(() => Date.now());
      await page.clock.setSystemTime(now + 8 * 86_400_000);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
    },
  },
  {
    name: 'an error',
    open: async (visit) => {
      await changeDocuments(visit.page, (html) =>
        html.replace('"designers":[', '"designers":5,"":['),
      );
      await loaded('/licence')(visit);
    },
  },
];

export const signInScreens: readonly Screen[] = [
  { name: 'sign-up', open: at('/sign-up') },
  { name: 'sign-in', open: at('/sign-in') },
  { name: 'a forgotten password', open: at('/forgot-password') },
  { name: 'the code', open: afterReset('code', '/verify-otp') },
  { name: 'a new password', open: afterReset('password', '/reset-password') },
  { name: 'an empty cart', open: at('/add-to-cart') },
  { name: "a visitor's wishlist", open: at(paths.myWishlist.path) },
  { name: 'the menu', open: pressed('/shop', 'Menu', 'dialog'), isForPhone: true },
  { name: 'the filters', open: pressed('/shop', 'Filters', 'dialog'), isForPhone: true },
  { name: 'a custom request', open: pressed('/', 'Request a custom', 'dialog') },
  {
    name: 'a form with errors and a toast',
    open: async (visit) => {
      const { page } = visit;
      await at('/sign-in')(visit);
      await page.getByLabel('Email').fill('nobody@shop.example');
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await expect(
        page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'),
      ).toBeVisible();
      await page.getByLabel('Email').fill('nobody');
      await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'a checkout of nothing', open: loaded('/checkout') },
];

export const accountScreens = ({ order }: Goods): readonly Screen[] => [
  { name: 'the orders', open: at(paths.myOrders.path) },
  {
    name: 'an order',
    open: pressed(paths.myOrders.path, /^Details and downloads/, 'dialog'),
  },
  { name: 'the wishlist', open: at(paths.myWishlist.path) },
  { name: 'the custom requests', open: at(paths.myRequests.path) },
  { name: 'the account', open: at(paths.myAccount.path) },
  {
    name: 'app and offline storage',
    open: async (visit) => {
      await at(paths.storage.path)(visit);
      await expect(visit.page.getByRole('region', { name: 'Bought files' })).toBeVisible();
    },
  },
  { name: 'the account menu', open: pressed('/', /^Account of/, 'menu') },
  ...['Edit License Information', 'Change Email', 'Change Password', 'Delete my account'].map(
    (button) => ({ name: button, open: pressed(paths.myAccount.path, button, 'dialog') }),
  ),
  { name: 'the confirmed order', open: at(paths.orderSuccess.path) },
  {
    name: 'the licence of an item',
    open: at(itemLicencePath(order._id, order.items[0]?._id ?? '')),
  },
  {
    name: 'a wishlist at a stall',
    open: async (visit) => {
      const { page } = visit;
      await at(paths.stall.path)(visit);
      // The window of a browser that fills the screen can't be resized.
      await page.evaluate(() => {
        document.documentElement.requestFullscreen = () => Promise.reject(new Error('refused'));
      });
      await page.getByRole('button', { name: 'Start with My wishlist' }).click();
      await expect(page.getByTitle('Hold to leave')).toBeVisible();
    },
  },
];

/** Opens the checkout's form, even if an order was already created. */
async function openForm(page: Page): Promise<void> {
  await openCheckout(page);
  const change = page.getByRole('button', { name: 'Change my details' });
  const terms = page.getByRole('checkbox', { name: /^I accept the terms/ });
  // An order is discarded automatically if the cart has changed.
  await expect(async () => {
    if (await change.isVisible()) await change.click({ timeout: 2000 });
    await expect(terms).toBeVisible({ timeout: 2000 });
  }).toPass();
}

export const payingScreens = ({ inCart }: Goods, studio: Studio): readonly Screen[] => [
  {
    name: 'a cart with a coupon, and with notes',
    open: async (visit) => {
      const { page, api } = visit;
      const [design] = await someDesigns(api);
      await refuseAdds(page);
      await addRefused(page, design._id);
      await at(paths.cart.path)(visit);
      await expect(cartLines(page).first()).toBeVisible();
      await expect(page.getByRole('list', { name: 'Failed' })).toBeVisible();
    },
  },
  {
    name: 'the list of changes',
    open: async ({ page, api }) => {
      const [, , design] = await someDesigns(api);
      await refuseAdds(page);
      await addRefused(page, design._id);
      await page.getByRole('button', { name: /failed/ }).click();
      await expect(page.getByRole('dialog', { name: 'Changes' })).toBeVisible();
    },
  },
  {
    name: 'the question at a log-out',
    open: async (visit) => {
      const { page, api } = visit;
      const [, moon] = await someDesigns(api);
      await page.route(`**${callPath('cartAdd')}`, (route) => route.abort());
      await addFromPage(page, moon._id);
      await logOut(page);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a filled checkout',
    open: async ({ page }) => {
      await openForm(page);
      await acceptTerms(page);
    },
  },
  {
    name: 'a checkout with errors',
    open: async ({ page }) => {
      await openForm(page);
      await acceptTerms(page);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
      await page.getByRole('button', { name: 'Create Order' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  {
    name: 'a cart that became dearer',
    open: async ({ page }) => {
      const [design] = inCart;
      if (!design) throw new Error('The cart is empty');
      studio.reprice(design, 12);
      // Keeps the page from learning the new price before Create Order.
      const path = callPath('cart');
      await page.route(
        ({ pathname }) => pathname === path,
        (route) => route.abort(),
      );
      await openForm(page);
      await acceptTerms(page);
      studio.reprice(design, 15);
      await page.getByRole('button', { name: 'Create Order' }).click();
      await expect(
        page.getByRole('alert').filter({ hasText: 'Your cart has changed' }),
      ).toBeVisible();
      await page.unrouteAll();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(
        'Price went up: it was $12.00',
      );
    },
  },
  {
    name: 'the payment',
    open: async ({ page }) => {
      await openForm(page);
      await createOrder(page);
    },
  },
  {
    name: 'the provider’s window',
    open: async ({ page }) => {
      await openForm(page);
      await createOrder(page);
      await openProvider(page);
    },
  },
  {
    name: 'a provider that does not come',
    open: async ({ page }) => {
      await page.route(/\/sdk\/js/, (route) => route.abort());
      await openForm(page);
      await acceptTerms(page);
      await page.getByRole('button', { name: 'Create Order' }).click();
      await expect(page.getByRole('alert')).toContainText('Payment could not load');
    },
  },
];

export const waitingScreens: readonly Screen[] = [
  { name: 'home of a waiting account', open: at('/') },
  { name: 'the account that waits', open: at(paths.myAccount.path) },
];
