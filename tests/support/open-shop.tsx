import '../../src/styles/tokens.css';
import '../../src/styles/base.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { reportReach } from '#api/reach.ts';
import { session } from '#api/session.ts';
import { shopCache } from '#api/shop-cache.ts';
import { ErrorBoundary } from '#app/error-boundary.tsx';
import { Router } from '#app/router.tsx';
import { preloadScreen } from '#app/screens.ts';
import { startDevice } from '#app/start-device.ts';
import type { User } from '#contract/shop/account.ts';
import type { Order } from '#contract/shop/order.ts';
import type { Product } from '#contract/shop/product.ts';
import { device } from '#offline/open-device.ts';
import { type ShopAtFetch, shopAtFetch } from './shop-at-fetch.ts';
import { removeToasts } from './shown-toasts.ts';

export { notifications, toastOf } from './shown-toasts.ts';
export { newUser } from './user-of.ts';

interface World {
  readonly path: string;
  readonly products?: readonly Product[];
  /** Who is signed in; null: a visitor. */
  readonly user?: User | null;
  /** Ids of the designs in the account's cart at the shop. */
  readonly cart?: readonly string[];
  readonly wishlist?: readonly string[];
  /** The account's orders, newest first. */
  readonly orders?: readonly Order[];
  /** Changes the shop before the page asks for anything. */
  readonly prepare?: (shop: ShopAtFetch) => void;
}

interface OpenShop extends ShopAtFetch {
  /** Shows another screen as a new document would: rendered from nothing. */
  goto(path: string): Promise<void>;
  /** Shows the same entry of the history as a reload would: rendered from nothing. */
  reload(): Promise<void>;
  /** The account as the page's next document finds it stored. */
  signIn(user: User): void;
}

/** One document has one device, whose listeners last as long as the document. */
let isStarted = false;

/** Renders the shop at a path, with the real router, device and database; `fetch` is answered by a shop in the document. */
export async function openShop(world: World): Promise<OpenShop> {
  const { path, products = [], user = null, prepare } = world;
  const { cart = [], wishlist = [], orders = [] } = world;
  const shop = shopAtFetch(products, user);
  for (const id of cart) shop.cart.add(id);
  for (const id of wishlist) shop.wishlist.add(id);
  shop.orders.push(...orders);
  prepare?.(shop);
  const browserFetch = globalThis.fetch;
  globalThis.fetch = shop.fetch;
  const signIn = (whom: User) => session.setUser(whom, 'a token');
  if (user) signIn(user);
  if (!isStarted) startDevice();
  isStarted = true;
  history.replaceState(null, '', path);
  let close = await render();
  onTestFinished(async () => {
    close();
    await device().wipe({ keepsUnsent: false });
    session.clear();
    shopCache.forgetUnused();
    localStorage.clear();
    sessionStorage.clear();
    setOnLine(true);
    reportReach(true);
    removeToasts();
    globalThis.fetch = browserFetch;
  });
  async function reload(): Promise<void> {
    close();
    shopCache.forgetUnused();
    close = await render();
  }
  return {
    ...shop,
    signIn(whom) {
      // The page asks who that is, and would sign out again.
      shop.account.user = whom;
      signIn(whom);
    },
    reload,
    setReachable(isReachable) {
      shop.setReachable(isReachable);
      setOnLine(isReachable);
    },
    goto(next) {
      history.replaceState(null, '', next);
      return reload();
    },
  };
}

/** What the browser says about its network. */
function setOnLine(isOnLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnLine });
  dispatchEvent(new Event(isOnLine ? 'online' : 'offline'));
}

/** Returns how to remove what was rendered. */
async function render(): Promise<() => void> {
  await preloadScreen(location.pathname);
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  const root = createRoot(element);
  root.render(createElement(ErrorBoundary, null, createElement(Router)));
  return () => {
    root.unmount();
    element.remove();
  };
}

/** The header's cart link once it shows `count`. */
export function cartLink(count: number): Locator {
  const name = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
  return page.getByRole('banner').getByRole('link', { name, exact: true });
}

/** The address that the page shows, without its origin. */
export const shownUrl = () => location.pathname + location.search;

/** The text of each element in one line, in the page's order. */
export function textsOf(elements: Locator): string[] {
  return elements.elements().map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());
}

/** Sets the window's size until the test ends, and waits until what follows it has been drawn. */
export async function resize(width: number, height: number): Promise<void> {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(width, height);
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
}
