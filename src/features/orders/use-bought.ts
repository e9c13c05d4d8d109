import { useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';

/** Whether this account has bought a design, as far as this device knows. */
export function useBought(productId: string): boolean {
  return useSyncExternalStore(device().watchBought, () => device().bought().has(productId));
}
