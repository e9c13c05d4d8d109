import type { LicenseType } from '#contract/shop/account.ts';
import type { Reader } from '../platform/database/open.ts';

/** Which of these designs a buyer with this licence can't buy: some aren't sold to fabric shops. */
export async function designsNotFor(
  tx: Reader,
  licenseType: LicenseType,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (licenseType !== 'FABRIC_SHOP') return new Set();
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', productIds)
    .where('isForFabricShops', '=', 0)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
