import { firstLicenceItems } from '#contract/shop/licence-rules.ts';
import { useShopSettings } from './use-shop-settings.ts';

/** How many items a licence bought now covers. */
export function useLicenceItems(): number {
  return useShopSettings()?.licenceItems ?? firstLicenceItems;
}
