import { isShopReached } from '#api/reach.ts';
import type { CartView } from './cart-view.ts';

/** What is added to the news of a change that the shop hasn't got; null where it has, or gets it now. */
export function unsentNote({ isKept, accountId }: Pick<CartView, 'isKept' | 'accountId'>) {
  if (isShopReached()) return isKept || accountId !== null ? null : 'In this page only';
  return isKept ? 'Saved on this device' : 'In this page only, until the shop can be reached';
}
