import type { ShopSettings } from '#contract/shop/studio.ts';
import { useCall } from './use-call.ts';

/** The studio's public settings, which every page carries; null until they are there. */
export function useShopSettings(): ShopSettings | null {
  return useCall('shopSettings', {}).data ?? null;
}
