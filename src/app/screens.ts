import { type ComponentType, lazy } from 'react';
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
  myWishlist: () => import('./pages/my-wishlist-page.tsx'),
  myAccount: () => import('./pages/my-account-page.tsx'),
} as const satisfies Record<PathName, Load>;

/** Starts loading the page of a URL before React has anything to show. */
export function preloadScreen(pathname: string): void {
  const match = matchPath(pathname);
  // A page that can't be loaded is told of when it is shown.
  if (match) loads[match.name]().catch(() => {});
}

export const screens = Object.fromEntries(
  Object.entries(loads).map(([name, load]) => [name, lazy(load)]),
) as unknown as Readonly<Record<PathName, ComponentType>>;
