import { useEffect, useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';
import type { CartView } from '#offline/views/cart-view.ts';

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
