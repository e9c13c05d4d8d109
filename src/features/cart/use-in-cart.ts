import { useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';

/** Whether a design is in the cart. */
export function useInCart(productId: string): boolean {
  return useSyncExternalStore(device().watchCart, () =>
    device()
      .cart()
      .lines.some((line) => line.productId === productId),
  );
}
