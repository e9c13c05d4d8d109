import { useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';

/** Whether a design's heart is filled. */
export function useWished(productId: string): boolean {
  return useSyncExternalStore(device().watchWishlist, () => device().wishlist().ids.has(productId));
}
