import { paths } from '#contract/shop/paths.ts';

/** Where a buyer returns to after signing in: this checkout, with what it is about. */
export function checkoutAddress(): string {
  return paths.checkout.path + location.search;
}
