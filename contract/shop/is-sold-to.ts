import type { LicenseType } from './account.ts';
import type { Product } from './product.ts';

/** Whether an account with this licence may buy a design; null: a visitor, who may until they sign in. */
export function isSoldTo(
  licenseType: LicenseType | null,
  { isForFabricShops }: Pick<Product, 'isForFabricShops'>,
): boolean {
  return licenseType !== 'FABRIC_SHOP' || isForFabricShops;
}
