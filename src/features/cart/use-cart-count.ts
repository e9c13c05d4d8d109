import { useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';

/** How many designs are in the cart. */
export function useCartCount(): number {
  return useSyncExternalStore(device().watchCart, () => device().cart().lines.length);
}
