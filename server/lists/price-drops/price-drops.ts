import * as v from 'valibot';
import { paths, productPath } from '#contract/shop/paths.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { formatCents } from '#contract/wire/money.ts';
import type { Change } from '../../platform/database/change.ts';
import { changesAfter, cursorOf } from '../../platform/database/changes-after.ts';
import type { Database, Reader } from '../../platform/database/open.ts';
import { isSubscribed, queuePushes } from '../../platform/push/push-devices.ts';
import type { PushWriter } from '../../platform/push/pusher.ts';
import { priceNow, rememberLowerPrices } from './known-prices.ts';

/** How long a lower price must last; drops in the meantime go into the same notification. */
const holdMs = 15 * 60_000;
/** The shortest time between two notifications of a buyer. */
const pauseMs = 24 * 3_600_000;
/** How many buyers are scheduled per write, so that requests can run in between. */
const atOnce = 200;
/** How many catalogue changes are checked at once; a read that took too long would never get further. */
const changesAtOnce = 500;

/** Designs that became cheaper, with their earlier prices in cents. */
const dropsSchema = v.record(v.string(), v.number());

/** Designs on wishlists that their owners could buy now and haven't bought. */
function wishedDesigns(reader: Reader) {
  return reader
    .selectFrom('wishlistLines as line')
    .innerJoin('products', 'products.id', 'line.productId')
    .innerJoin('accounts', 'accounts.id', 'line.accountId')
    .innerJoin('knownPrices as known', (join) =>
      join
        .onRef('known.accountId', '=', 'line.accountId')
        .onRef('known.productId', '=', 'line.productId'),
    )
    .where('products.status', '=', 'published')
    .where('accounts.status', '!=', 'rejected')
    .where((row) =>
      row.or([row('accounts.licenseType', '!=', 'FABRIC_SHOP'), row('isForFabricShops', '=', 1)]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orderItems')
            .innerJoin('orders', 'orders.id', 'orderItems.orderId')
            .select('orderItems.id')
            .whereRef('orders.accountId', '=', 'line.accountId')
            .whereRef('orderItems.productId', '=', 'line.productId')
            .where('orders.state', '=', 'paid')
            .where('orderItems.refundedAt', 'is', null),
        ),
      ),
    );
}

/**
 * Checks the next catalogue changes after `since`: schedules a notification for each buyer with a wishlist design that
 * became cheaper. Returns the last change checked, to continue from; `since` if there is none.
 */
export async function schedulePriceDrops(
  database: Database,
  now: Date,
  since: string,
): Promise<string> {
  const { changes } = await changesAfter(database.read, since, changesAtOnce);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return since;
  const buyers = await wishedDesigns(database.read)
    .where(priceNow, '<', (row) => row.ref('known.cents'))
    .select(['line.accountId', 'accounts.priceDropsToldAt'])
    .distinct()
    .where('accounts.priceDropsDueAt', 'is', null)
    .where('line.accountId', 'in', (inner) =>
      inner.selectFrom('pushDevices').select('accountId').where('hasPriceDrops', '=', 1),
    )
    .where('line.productId', 'in', (inner) =>
      inner
        .selectFrom('catalogueChanges')
        .select((row) => row.ref('productId').$notNull().as('productId'))
        .where('seq', '>=', first.seq)
        .where('seq', '<=', last.seq)
        .where('productId', 'is not', null),
    )
    .execute();
  if (buyers.length === 0) return cursorOf(last);
  const dueOf = ({ priceDropsToldAt }: (typeof buyers)[number]) => {
    const rested = priceDropsToldAt === null ? 0 : Date.parse(priceDropsToldAt) + pauseMs;
    return new Date(Math.max(now.getTime() + holdMs, rested)).toISOString();
  };
  for (const some of chunk(buyers, atOnce)) {
    // Most are due at the same time.
    const groups = Map.groupBy(some, dueOf);
    await database.write(async (tx) => {
      for (const [dueAt, due] of groups) {
        await tx
          .updateTable('accounts')
          .set({ priceDropsDueAt: dueAt })
          .where(
            'id',
            'in',
            due.map(({ accountId }) => accountId),
          )
          .where('priceDropsDueAt', 'is', null)
          .execute();
      }
    });
  }
  return cursorOf(last);
}

/** Queues one push with everything that is cheaper now, for the buyer who is due first. Returns false if none is due. */
export async function queuePriceDrops(database: Database, now: Date): Promise<boolean> {
  const nowAt = now.toISOString();
  const isDue = (reader: Reader) =>
    reader
      .selectFrom('accounts')
      .select('id')
      .where('priceDropsDueAt', '<=', nowAt)
      .orderBy('priceDropsDueAt')
      .limit(1)
      .executeTakeFirst();
  if (!(await isDue(database.read))) return false;
  await database.write(async (tx) => {
    const account = await isDue(tx);
    if (!account) return;
    await tx
      .updateTable('accounts')
      .set({ priceDropsDueAt: null })
      .where('id', '=', account.id)
      .execute();
    await queueFor({ tx, now }, account.id);
  });
  return true;
}

async function queueFor(change: Change, accountId: string): Promise<void> {
  const { tx, now } = change;
  const cheaper = await wishedDesigns(tx)
    .where(priceNow, '<', (row) => row.ref('known.cents'))
    .select(['line.productId', 'known.cents as knownPrice'])
    .where('line.accountId', '=', accountId)
    .execute();
  // The price went up again, or the designs were bought or removed.
  if (cheaper.length === 0 || !(await isSubscribed(tx, accountId, 'priceDrops'))) return;
  const drops = cheaper.map(({ productId, knownPrice }) => [productId, knownPrice]);
  await queuePushes(change, accountId, 'priceDrops', JSON.stringify(Object.fromEntries(drops)));
  await tx
    .updateTable('accounts')
    .set({ priceDropsToldAt: now.toISOString() })
    .where('id', '=', accountId)
    .execute();
}

/** Writes a push about price drops from current data; null if no drop lasted, or all the designs were bought or removed from the wishlist. */
export const writePriceDropPush: PushWriter = async ({ database }, { accountId, detail }) => {
  const drops = v.parse(dropsSchema, JSON.parse(detail));
  const wished = await wishedDesigns(database.read)
    .select(['line.productId', 'known.cents as knownPrice', 'products.title', priceNow.as('price')])
    .where('line.accountId', '=', accountId)
    .where('line.productId', 'in', Object.keys(drops))
    .orderBy('line.addedAt', 'desc')
    .execute();
  const cheaper = wished.filter(({ productId, price }) => price < (drops[productId] ?? 0));
  const [first, second, ...others] = cheaper;
  if (!first) return null;
  // The owner knows these prices from now on; a retry then finds them unchanged.
  if (cheaper.some(({ price, knownPrice }) => price < knownPrice)) {
    const ids = cheaper.map(({ productId }) => productId);
    await database.write((tx) => rememberLowerPrices(tx, accountId, ids));
  }
  if (!second) {
    return {
      title: `${first.title} now costs ${formatCents(first.price)}`,
      body: `It was ${formatCents(drops[first.productId] ?? 0)}. It’s on your wishlist.`,
      path: productPath(first.productId),
    };
  }
  const named = others.length > 0 ? `${first.title}, ${second.title}` : first.title;
  const rest = others.length > 0 ? `${others.length} more` : second.title;
  return {
    title: `${cheaper.length} designs on your wishlist cost less`,
    body: `${named} and ${rest}`,
    path: paths.myWishlist.path,
  };
};
