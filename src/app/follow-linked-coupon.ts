import { onReached } from '#api/reach.ts';
import { matchPath } from '#contract/shop/paths.ts';
import { isSettled } from '#features/cart/apply-coupon.ts';
import { savedCoupon } from '#features/cart/saved-coupon.ts';
import { device } from '#offline/open-device.ts';

/**
 * Puts a coupon that came by a link on the account's cart, as soon as the shop has that cart. Returns a function that
 * stops it.
 */
export function followLinkedCoupon(accountId: string): () => void {
  // What fails is tried again on the next sign that the shop can be reached, and at the next page load.
  let isDue = true;

  function settle(): void {
    const saved = savedCoupon.find(accountId);
    if (!isDue || !saved || saved.origin === 'typed') return;
    // The coupon's own page does it, and says more.
    if (matchPath(location.pathname)?.name === 'coupon') return;
    if (!isSettled(device().cart(), accountId)) return;
    isDue = false;
    import('./settle-linked-coupon.ts')
      .then(({ settleLinkedCoupon }) => settleLinkedCoupon(accountId, saved))
      .catch(() => {});
  }

  settle();
  const leaveCart = device().watchCart(settle);
  const leaveReach = onReached(() => {
    isDue = true;
    settle();
  });
  return () => {
    leaveCart();
    leaveReach();
  };
}
