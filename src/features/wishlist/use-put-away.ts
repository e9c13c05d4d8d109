import { useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';

/** How many designs of a visitor's wishlist were put away and can be had back. */
export function usePutAway(): number {
  return useSyncExternalStore(device().watchWishlist, () => device().wishlist().putAway);
}
