import { useSyncExternalStore } from 'react';
import type { CartView } from '#offline/cart-view.ts';
import { device } from '#offline/open-device.ts';

/** The cart as this device knows it: from the first paint on, then live over all tabs. */
export function useCart(): CartView {
  return useSyncExternalStore(device().watchCart, device().cart);
}
