import { type ComponentType, createElement, lazy, useState } from 'react';
import { matchPath, type PathName } from '#contract/paths.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** Each path's page: one lazy file, so a screen costs only its own code. */
const loads = {
  home: () => import('./pages/home-page.tsx'),
  terms: () => import('./pages/terms-page.tsx'),
  licence: () => import('./pages/licence-page.tsx'),
  signUp: () => import('./pages/sign-up-page.tsx'),
  signIn: () => import('./pages/sign-in-page.tsx'),
  forgotPassword: () => import('./pages/forgot-password-page.tsx'),
  verifyOtp: () => import('./pages/verify-otp-page.tsx'),
  resetPassword: () => import('./pages/reset-password-page.tsx'),
  shop: () => import('./pages/shop-page.tsx'),
  bestSellers: () => import('./pages/best-sellers-page.tsx'),
  search: () => import('./pages/search-page.tsx'),
  product: () => import('./pages/product-page.tsx'),
  cart: () => import('./pages/cart-page.tsx'),
  checkout: () => import('./pages/checkout-page.tsx'),
  orderSuccess: () => import('./pages/order-success-page.tsx'),
  dashboard: () => import('./pages/my-orders-page.tsx'),
  myOrders: () => import('./pages/my-orders-page.tsx'),
  itemLicence: () => import('./pages/item-licence-page.tsx'),
  myWishlist: () => import('./pages/my-wishlist-page.tsx'),
  myAccount: () => import('./pages/my-account-page.tsx'),
} as const satisfies Record<PathName, Load>;

/** Pages whose code is there. */
const pages = new Map<PathName, ComponentType>();

async function load(name: PathName): Promise<{ default: ComponentType }> {
  const page = await loads[name]();
  pages.set(name, page.default);
  return page;
}

/**
 * Loads the page of a URL; resolves when it can be shown at once. React would show a page that it
 * has to wait for no sooner than 300 ms after the skeleton, however soon the code is there.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  const match = matchPath(pathname);
  // A page that can't be loaded is told of when it is shown.
  if (match) await load(match.name).catch(() => {});
}

function screenOf(name: PathName): ComponentType {
  const Waiting = lazy(() => load(name));
  return function Screen() {
    // Chosen once a mount: another type for the same page would throw its state away.
    const [Page] = useState<ComponentType>(() => pages.get(name) ?? Waiting);
    return createElement(Page);
  };
}

export const screens = Object.fromEntries(
  (Object.keys(loads) as PathName[]).map((name) => [name, screenOf(name)]),
) as Readonly<Record<PathName, ComponentType>>;
