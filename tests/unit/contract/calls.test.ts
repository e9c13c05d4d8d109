import { expect, test } from 'vitest';
import { type CallName, calls } from '#contract/shop/calls.ts';

/** The methods and paths in the table of the calls that are named. */
function inTable(specified: Partial<Record<CallName, string>>) {
  const names = Object.keys(specified) as CallName[];
  return Object.fromEntries(
    names.map((name) => [name, `${calls[name].method} ${calls[name].path}`]),
  );
}

test('catalogue calls have the specified methods and paths (S01, S02, S03, S04, S05, S06, S07, S08)', () => {
  const specified = {
    filterOptions: 'GET /api/products/filter-options',
    productsFilter: 'GET /api/products/filter',
    products: 'GET /api/products',
    productsSearch: 'GET /api/products/search',
    productsBestSelling: 'GET /api/products/best-selling',
    productsNewArrivals: 'GET /api/products/new-arrivals',
    product: 'GET /api/products/{id}',
    featuredImages: 'GET /api/featured-images',
  };
  expect(inTable(specified)).toEqual(specified);
});

test('calls of cart, wishlist, coupons and orders have the specified methods and paths (S09, S10, S11, S12, S13, S14, S15, S16, S17, S18, S19)', () => {
  const specified = {
    cart: 'GET /api/cart',
    cartAdd: 'POST /api/cart/add',
    cartRemove: 'POST /api/cart/remove',
    wishlistAdd: 'POST /api/wishlist/add',
    wishlistRemove: 'DELETE /api/wishlist/remove/{id}',
    wishlist: 'GET /api/wishlist',
    couponApply: 'POST /api/coupons/apply',
    couponRemove: 'POST /api/coupons/remove',
    checkout: 'POST /api/orders/checkout',
    capturePayment: 'POST /api/orders/capture-payment',
    orders: 'GET /api/orders/user',
  };
  expect(inTable(specified)).toEqual(specified);
});

test('calls of custom requests and accounts have the specified methods and paths (S20, S21, S22, S23, S24, S25, S26, S27, S28, S29)', () => {
  const specified = {
    customRequest: 'POST /api/custom-orders',
    customStatus: 'GET /api/custom-orders/status',
    register: 'POST /api/users/register',
    login: 'POST /api/users/login',
    sendOtp: 'POST /api/users/send-otp',
    verifyOtp: 'POST /api/users/verify-otp',
    resetPassword: 'POST /api/users/reset-password',
    updateUser: 'PUT /api/users/update',
    me: 'GET /api/users/me',
    updateLicence: 'PUT /api/users/update-license-info',
  };
  expect(inTable(specified)).toEqual(specified);
});
