import { makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Services } from '../platform/services/services.ts';

/** A sale of the shop: a percentage off its designs from one instant until another. */
export interface ShopSale {
  readonly percent: number;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The last moment of a sale, on its last day. */
export function lastMoment(endsAt: string): Date {
  return new Date(Date.parse(endsAt) - 1);
}

/** What a sale makes of a price, in whole cents; at least one, so that nothing becomes free. Null if that isn't lower. */
export function loweredPrice(price: number, percent: number): number | null {
  const lowered = Math.max(1, Math.round((price * (100 - percent)) / 100));
  return lowered < price ? lowered : null;
}

/** The sales of the shop, running or planned, that each design is in, or each of these. */
export async function openShopSales(
  reader: Reader,
  now: Date,
  productIds?: readonly string[],
): Promise<(productId: string) => readonly ShopSale[]> {
  const open = await reader
    .selectFrom('shopSales')
    .select(['id', 'percent', 'startsAt', 'endsAt', 'isForAll'])
    .where('endsAt', '>', now.toISOString())
    .execute();
  const chosen = open.filter(({ isForAll }) => isForAll === 0).map(({ id }) => id);
  if (chosen.length === 0) return () => open;
  const rows = await reader
    .selectFrom('shopSaleDesigns')
    .select(['saleId', 'productId'])
    .where('saleId', 'in', chosen)
    .$if(productIds !== undefined, (some) => some.where('productId', 'in', productIds ?? []))
    .execute();
  const saleIds = Map.groupBy(rows, ({ productId }) => productId);
  return (productId) =>
    open.filter(
      ({ id, isForAll }) =>
        isForAll === 1 || saleIds.get(productId)?.some(({ saleId }) => saleId === id),
    );
}

/** Shows the names of sales that began and hides those of sales that ended, for all readers of the shop's texts. */
export async function turnShopSales(services: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const { database, clock } = services;
  const due = await database.read
    .selectFrom('shopSales')
    .select('id')
    .where('turnsAt', '<=', clock().toISOString())
    .limit(1)
    .executeTakeFirst();
  if (!due) return;
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const at = now.toISOString();
    const turned = await tx
      .updateTable('shopSales')
      .set((row) => ({
        turnsAt: row.case().when('endsAt', '>', at).then(row.ref('endsAt')).else(null).end(),
      }))
      .where('turnsAt', '<=', at)
      .returning('id')
      .execute();
    if (turned.length > 0) await recordCatalogueChange(change, null);
  });
}
