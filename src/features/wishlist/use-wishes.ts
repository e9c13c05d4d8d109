import { useEffect, useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';
import type { ListLine } from '#offline/outbox/rows.ts';

/** The designs of the wishlist as stored on this device, newest first. */
export function useWishes(): readonly ListLine[] {
  useEffect(() => {
    // Without storage there are none to offer.
    device()
      .follow()
      .catch(() => {});
  }, []);
  return useSyncExternalStore(device().watchWishlist, () => device().wishlist().lines);
}
