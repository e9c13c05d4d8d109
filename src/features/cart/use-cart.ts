import { useEffect, useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';
import type { CartView } from '#offline/views/cart-view.ts';

/** The cart as stored on this device: available from the first paint, then live across all tabs. */
export function useCart(): CartView {
  useEffect(() => {
    // Opens the device's storage, which isn't opened before this if nothing is saved in it.
    device()
      .follow()
      .catch(() => {});
  }, []);
  return useSyncExternalStore(device().watchCart, device().cart);
}
