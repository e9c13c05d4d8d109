import type { ShopSettings } from '#contract/shop/studio.ts';
import { useCall } from './use-call.ts';

/** The studio's own words, which travel inside every page; null until they are there. */
export function useShopSettings(): ShopSettings | null {
  return useCall('shopSettings', {}).data ?? null;
}
