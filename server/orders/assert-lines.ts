import { messages } from '#contract/messages/messages.ts';
import type { LicenseType } from '#contract/shop/account.ts';
import { designsNotFor } from '../catalogue/not-for-fabric-shops.ts';
import type { CartLine } from '../lists/carts/queries.ts';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';

/** Refuses designs whose originals aren't all ready yet. @throws PRODUCT_UNAVAILABLE */
export async function assertFilesReady(tx: Transaction, lines: readonly CartLine[]): Promise<void> {
  const files = await tx
    .selectFrom('productFiles')
    .select(['productId', 'sha256'])
    .where(
      'productId',
      'in',
      lines.map((line) => line.productId),
    )
    .execute();
  const filesOf = Map.groupBy(files, (file) => file.productId);
  const unmade = lines.filter((line) => {
    const own = filesOf.get(line.productId) ?? [];
    return own.length === 0 || own.some((file) => file.sha256 === null);
  });
  refuse(unmade, messages.checkout.beingMade);
}

/** Refuses designs that aren't sold to fabric shops. @throws PRODUCT_UNAVAILABLE */
export async function assertSoldTo(
  tx: Transaction,
  licenseType: LicenseType,
  lines: readonly CartLine[],
): Promise<void> {
  const productIds = lines.map((line) => line.productId);
  const notFor = await designsNotFor(tx, licenseType, productIds);
  refuse(
    lines.filter((line) => notFor.has(line.productId)),
    messages.checkout.notForFabricShops,
  );
}

function refuse(lines: readonly CartLine[], reason: string): void {
  if (lines.length === 0) return;
  const titles = lines.map((line) => line.title).join(', ');
  throw new Problem('PRODUCT_UNAVAILABLE', `${reason} ${titles}`);
}
