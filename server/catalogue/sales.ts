import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { priceToPay } from '#contract/wire/money.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Services } from '../platform/services/services.ts';
import { recordRises } from './record-rise.ts';

/** Designs per transaction, so that others can read and write in between. */
const designsAtOnce = 300;

const never = new AbortController().signal;

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

/** The designs whose sale starts or ends by now. */
export function dueSales(database: Reader, now: Date) {
  return database
    .selectFrom('products')
    .select(['id', 'status', 'price', 'discountedPrice', 'salePrice', 'saleStartsAt', 'saleEndsAt'])
    .where('saleTurnsAt', '<=', now.toISOString());
}

type DueSale = Awaited<ReturnType<ReturnType<typeof dueSales>['execute']>>[number];

/** Starts and ends sales that are due. Returns the published designs that changed, for `recordCatalogueChange`. */
export async function switchSales(
  change: Change,
  due: readonly DueSale[],
): Promise<readonly string[]> {
  const { tx, now } = change;
  const groups = Map.groupBy(due, (sale) => JSON.stringify(saleAt(sale, now)));
  for (const same of groups.values()) {
    const [first] = same;
    if (!first) continue;
    const ids = same.map(({ id }) => id);
    await tx.updateTable('products').set(saleAt(first, now)).where('id', 'in', ids).execute();
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

/**
 * Starts and ends the sales that are due, for all readers of the catalogue, some at a time, until none is left or `stop`
 * is aborted. Writes only if one is.
 */
export async function switchDueSales(services: Services, stop = never): Promise<void> {
  const { database, clock } = services;
  const isDue = () => dueSales(database.read, clock()).limit(1).executeTakeFirst();
  while (!stop.aborted && (await isDue())) {
    await makeChange(services, async (change) => {
      const some = dueSales(change.tx, change.now).orderBy('saleTurnsAt').limit(designsAtOnce);
      await recordCatalogueChange(change, await switchSales(change, await some.execute()));
    });
    // SQLite answers synchronously, so let waiting requests run here.
    await yieldToEventLoop();
  }
}
