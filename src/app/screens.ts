import { matchPath, type PathName } from '#contract/shop/paths.ts';
import { createScreen, type Screen } from './create-screen.ts';

/** Each path's page, lazy: a screen only loads its own code. */
export const screens: Readonly<Record<PathName, Screen>> = {
  home: createScreen(() => import('./pages/home-page.tsx')),
  terms: createScreen(() => import('./pages/terms-page.tsx')),
  privacy: createScreen(() => import('./pages/written-page.tsx')),
  imprint: createScreen(() => import('./pages/written-page.tsx')),
  about: createScreen(() => import('./pages/written-page.tsx')),
  accessibility: createScreen(() => import('./pages/written-page.tsx')),
  licence: createScreen(() => import('./pages/licence-page.tsx')),
  signUp: createScreen(() => import('./pages/sign-up-page.tsx')),
  signIn: createScreen(() => import('./pages/sign-in-page.tsx')),
  forgotPassword: createScreen(() => import('./pages/forgot-password-page.tsx')),
  verifyOtp: createScreen(() => import('./pages/verify-otp-page.tsx')),
  resetPassword: createScreen(() => import('./pages/reset-password-page.tsx')),
  shop: createScreen(() => import('./pages/shop-page.tsx')),
  bestSellers: createScreen(() => import('./pages/best-sellers-page.tsx')),
  search: createScreen(() => import('./pages/search-page.tsx')),
  product: createScreen(() => import('./pages/product-page.tsx')),
  clothBench: createScreen(() => import('./pages/cloth-bench-page.tsx')),
  collections: createScreen(() => import('./pages/collections-page.tsx')),
  collection: createScreen(() => import('./pages/collection-page.tsx')),
  cart: createScreen(() => import('./pages/cart-page.tsx')),
  coupon: createScreen(() => import('./pages/coupon-page.tsx')),
  checkout: createScreen(() => import('./pages/checkout-page.tsx')),
  orderSuccess: createScreen(() => import('./pages/order-success-page.tsx')),
  dashboard: createScreen(() => import('./pages/my-orders-page.tsx')),
  myOrders: createScreen(() => import('./pages/my-orders-page.tsx')),
  itemLicence: createScreen(() => import('./pages/item-licence-page.tsx')),
  myWishlist: createScreen(() => import('./pages/my-wishlist-page.tsx')),
  myAccount: createScreen(() => import('./pages/my-account-page.tsx')),
  myRequests: createScreen(() => import('./pages/requests-page.tsx')),
  myRequest: createScreen(() => import('./pages/requests-page.tsx')),
  contact: createScreen(() => import('./pages/requests-page.tsx')),
  customRequest: createScreen(() => import('./pages/requests-page.tsx')),
  storage: createScreen(() => import('./pages/storage-page.tsx')),
  stall: createScreen(() => import('./pages/stall-page.tsx')),
  stallDesigns: createScreen(() => import('./pages/stall-designs-page.tsx')),
};

/** The frame around the pages of the account area. */
export const dashboardFrame = createScreen(() => import('./dashboard-frame.tsx'));

/** Loads the page of a URL; resolves when it can be shown at once. */
export async function preloadScreen(pathname: string): Promise<void> {
  const match = matchPath(pathname);
  // A failed load is reported when the page is shown.
  if (match) await screens[match.name].load().catch(() => {});
}
