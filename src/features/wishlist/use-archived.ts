import { useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';

/** How many designs of a visitor's expired wishlist can be restored. */
export function useArchived(): number {
  return useSyncExternalStore(device().watchWishlist, () => device().wishlist().archived);
}
