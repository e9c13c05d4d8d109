import { useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';

/** How many designs are in the wishlist. */
export function useWishCount(): number {
  return useSyncExternalStore(device().watchWishlist, () => device().wishlist().lines.length);
}
