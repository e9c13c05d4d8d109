import { shopClient } from '#api/shop-client.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { isSameCode, savedCoupon } from './saved-coupon.ts';

/** Only an answer from the shop refuses a code; any other failure says nothing about it. */
export function isRefusedCoupon(cause: unknown): cause is ApiError {
  return cause instanceof ApiError && (cause.code === 'COUPON_REFUSED' || cause.code === 'INVALID');
}

/** Whether the server has this account's cart with all of the device's changes: coupons are priced there (OP-17). */
export function isSettled(cart: CartView, accountId: string): boolean {
  return cart.accountId === accountId && cart.isLoaded && cart.waiting === 0;
}

/** The server's cart after the device's changes were sent, for a press of the buyer's. @throws ApiError */
export async function settledCartId(): Promise<string> {
  const { isEmpty } = await device().sync({ pressed: true });
  const cartId = await device().cartId();
  if (!isEmpty || cartId === null) throw new ApiError('FETCH_ERROR');
  return cartId;
}

/** What became of a linked code: what the shop says about it, or the other coupon that the cart has. */
export type LinkedOutcome =
  | { readonly kind: 'on cart'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'other coupon'; readonly other: string };

/**
 * Puts the code of a coupon link on the account's settled cart, where it applies once the cart has what it needs. Settled, the
 * code is no longer saved here; beside another coupon it waits in the cart's coupon box.
 * @throws ApiError if the shop couldn't be asked: the code stays saved
 */
export async function applyLinkedCoupon(
  accountId: string,
  code: string,
  isInstead: boolean,
): Promise<LinkedOutcome> {
  const cartId = await device().cartId();
  if (cartId === null) throw new ApiError('FETCH_ERROR');
  const { appliedCoupon, waitingCode } = device().cart();
  const other = appliedCoupon?.code ?? waitingCode;
  if (other !== null && !isSameCode(other, code) && !isInstead) {
    savedCoupon.write(code, accountId);
    return { kind: 'other coupon', other };
  }
  try {
    const body = { code, cartId, isForLater: true };
    const { message } = await shopClient.request('couponApply', { body });
    forgetIf(code, accountId);
    await device().sync();
    return { kind: 'on cart', text: message };
  } catch (cause) {
    if (!isRefusedCoupon(cause)) throw cause;
    forgetIf(code, accountId);
    return { kind: 'refused', text: cause.message };
  }
}

/** Another tab may have saved another code meanwhile. */
export function forgetIf(code: string, accountId: string | null): void {
  if (isSameCode(savedCoupon.read(accountId), code)) savedCoupon.forget();
}
