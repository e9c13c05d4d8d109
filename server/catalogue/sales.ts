import { priceToPay } from '#contract/wire/money.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Services } from '../platform/services.ts';
import { recordRises } from './record-rise.ts';

/** A discounted price and the time it applies; instants as stored in rows. */
export interface Sale {
  /** In cents. */
  readonly salePrice: number | null;
  readonly saleStartsAt: string | null;
  readonly saleEndsAt: string | null;
}

/** The discounted price at an instant, and when that changes next. A sale includes its start and excludes its end. */
export function saleAt(
  { salePrice, saleStartsAt, saleEndsAt }: Sale,
  now: Date,
): { readonly discountedPrice: number | null; readonly saleTurnsAt: string | null } {
  const at = now.toISOString();
  const none = { discountedPrice: null, saleTurnsAt: null };
  if (salePrice === null || (saleEndsAt !== null && saleEndsAt <= at)) return none;
  if (saleStartsAt !== null && saleStartsAt > at) return { ...none, saleTurnsAt: saleStartsAt };
  return { discountedPrice: salePrice, saleTurnsAt: saleEndsAt };
}

function dueSales(database: Reader, now: Date) {
  return database
    .selectFrom('products')
    .select(['id', 'status', 'price', 'discountedPrice', 'salePrice', 'saleStartsAt', 'saleEndsAt'])
    .where('saleTurnsAt', '<=', now.toISOString())
    .execute();
}

/** Starts and ends the sales that are due. Returns the published designs that changed, for `recordCatalogueChange`. */
export async function switchSales(change: Change): Promise<readonly string[]> {
  const { tx, now } = change;
  const due = await dueSales(tx, now);
  for (const { id, ...sale } of due) {
    await tx.updateTable('products').set(saleAt(sale, now)).where('id', '=', id).execute();
  }
  const shown = due.filter(({ status }) => status === 'published');
  await recordRises(
    change,
    shown.map(({ id, price, discountedPrice, ...sale }) => ({
      productId: id,
      before: priceToPay(price, discountedPrice),
      after: priceToPay(price, saleAt(sale, now).discountedPrice),
    })),
  );
  return shown.map(({ id }) => id);
}

/** Starts and ends the sales that are due, for all readers of the catalogue. Writes only if one is. */
export async function switchDueSales(services: Services): Promise<void> {
  if ((await dueSales(services.database.read, services.clock())).length === 0) return;
  await makeChange(services, async (change) =>
    recordCatalogueChange(change, await switchSales(change)),
  );
}
