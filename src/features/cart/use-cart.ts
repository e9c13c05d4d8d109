import { useEffect, useSyncExternalStore } from 'react';
import type { CartView } from '#offline/cart-view.ts';
import { device } from '#offline/open-device.ts';

/** The cart as this device knows it: from the first paint on, then live over all tabs. */
export function useCart(): CartView {
  useEffect(() => {
    // A device with nothing kept is not opened before somebody looks.
    device()
      .follow()
      .catch(() => {});
  }, []);
  return useSyncExternalStore(device().watchCart, device().cart);
}
