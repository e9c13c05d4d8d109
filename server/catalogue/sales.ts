import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { priceToPay } from '#contract/wire/money.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Services } from '../platform/services/services.ts';
import { recordRises } from './record-rise.ts';
import { loweredPrice, openShopSales, type ShopSale, turnShopSales } from './shop-sales.ts';

/** Designs per transaction, so that others can read and write in between, though each has a price of its own in a sale. */
const designsAtOnce = 100;

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

/**
 * The lowest discounted price of a design at an instant, of its own and those of the shop's sales that it is in, and
 * when that may change next. Prices in cents.
 */
export function discountAt(
  { price, ...own }: Sale & { readonly price: number },
  shopSales: readonly ShopSale[],
  now: Date,
): ReturnType<typeof saleAt> {
  const sales = shopSales.map(({ percent, startsAt, endsAt }) => ({
    salePrice: loweredPrice(price, percent),
    saleStartsAt: startsAt,
    saleEndsAt: endsAt,
  }));
  const all = [own, ...sales].map((sale) => saleAt(sale, now));
  const prices = all.flatMap(({ discountedPrice }) => discountedPrice ?? []);
  const turns = all.flatMap(({ saleTurnsAt }) => saleTurnsAt ?? []);
  return {
    discountedPrice: prices.length === 0 ? null : Math.min(...prices),
    saleTurnsAt: turns.toSorted()[0] ?? null,
  };
}

/** The designs whose price may change by now. */
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
  if (due.length === 0) return [];
  const shopSalesOf = await openShopSales(
    tx,
    now,
    due.map(({ id }) => id),
  );
  const switched = due.map((design) => ({
    ...design,
    next: discountAt(design, shopSalesOf(design.id), now),
  }));
  for (const same of Map.groupBy(switched, ({ next }) => JSON.stringify(next)).values()) {
    const [first] = same;
    if (!first) continue;
    const ids = same.map(({ id }) => id);
    await tx.updateTable('products').set(first.next).where('id', 'in', ids).execute();
  }
  const changed = switched.filter(
    ({ status, discountedPrice, next }) =>
      status === 'published' && discountedPrice !== next.discountedPrice,
  );
  await recordRises(
    change,
    changed.map(({ id, price, discountedPrice, next }) => ({
      productId: id,
      before: priceToPay(price, discountedPrice),
      after: priceToPay(price, next.discountedPrice),
    })),
  );
  return changed.map(({ id }) => id);
}

/**
 * Starts and ends the sales that are due, for all readers of the catalogue, some designs at a time, until none is left or
 * `stop` is aborted; then shows and hides the names of the shop's sales. Writes only if one is due.
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
  if (!stop.aborted) await turnShopSales(services);
}
