import { collectionShares, partPrice, sumOf } from '#contract/shop/collection-price.ts';
import { priceToPay } from '#contract/wire/money.ts';
import { designsNotFor } from '../../catalogue/not-for-fabric-shops.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { HeldLine } from './held-prices.ts';

/** A design at the price its buyer pays, as a part of a collection or alone; amounts in cents. */
export interface CollectedLine extends HeldLine {
  /** The collection whose price it has, and what that saves; unset if it costs what it costs alone. */
  readonly inCollection?: { readonly name: string; readonly saving: number };
}

/** A collection with a price for all its designs, of which a buyer has to have some in the cart; amounts in cents. */
interface PricedCollection {
  readonly id: string;
  readonly name: string;
  /** What the designs that the buyer has to have cost together. */
  readonly together: number;
  /** What each of these costs everybody now. */
  readonly open: ReadonlyMap<string, number>;
}

/** The lines that a collection makes cheaper. */
interface Offer {
  readonly collection: PricedCollection;
  readonly shares: ReadonlyMap<string, number>;
  readonly saving: number;
}

/**
 * Gives the lines of each collection that an account's cart holds in full its price, as discounted prices
 * (docs/decisions/050-collections.md). The account's own designs and those it can't buy now are left out. A
 * line counts for one collection; the one that saves most goes first.
 */
export async function applyCollections(
  database: Reader,
  accountId: string,
  lines: readonly HeldLine[],
): Promise<readonly CollectedLine[]> {
  const costs = new Map(
    lines
      .filter(({ available }) => available)
      .map((line) => [line.productId, priceToPay(line.price, line.discountedPrice)]),
  );
  if (costs.size === 0) return lines;
  const collections = await openCollections(database, accountId, [...costs.keys()]);
  const offers = collections
    .flatMap((collection) => offerOf(collection, costs) ?? [])
    .sort((a, b) => b.saving - a.saving || (a.collection.id < b.collection.id ? -1 : 1));
  const prices = new Map<string, { readonly share: number; readonly name: string }>();
  for (const { collection, shares } of offers) {
    if ([...shares.keys()].some((id) => prices.has(id))) continue;
    for (const [id, share] of shares) prices.set(id, { share, name: collection.name });
  }
  return lines.map((line) => {
    const cost = costs.get(line.productId);
    const found = prices.get(line.productId);
    if (cost === undefined || !found || found.share >= cost) return line;
    const { heldUntil: _, ...rest } = line;
    const inCollection = { name: found.name, saving: cost - found.share };
    return { ...rest, discountedPrice: found.share, inCollection };
  });
}

/** Null unless the cart has all of its open designs and they cost less together. */
function offerOf(collection: PricedCollection, costs: ReadonlyMap<string, number>): Offer | null {
  const ids = [...collection.open.keys()];
  if (ids.length === 0 || !ids.every((id) => costs.has(id))) return null;
  const shares = collectionShares(collection.together, [...collection.open.values()]);
  const saving = ids.reduce(
    (sum, id, place) => sum + Math.max(0, (costs.get(id) ?? 0) - (shares[place] ?? 0)),
    0,
  );
  if (saving === 0) return null;
  return { collection, saving, shares: new Map(ids.map((id, place) => [id, shares[place] ?? 0])) };
}

/** The published collections with a price that have one of these designs. */
async function openCollections(
  database: Reader,
  accountId: string,
  productIds: readonly string[],
): Promise<PricedCollection[]> {
  const members = await database
    .selectFrom('collections')
    .innerJoin('collectionDesigns as member', 'member.collectionId', 'collections.id')
    .innerJoin('products', 'products.id', 'member.productId')
    .select((row) => [
      'collections.id',
      'collections.name',
      'collections.price as together',
      'products.id as productId',
      'products.price',
      'products.discountedPrice',
      'products.status',
      row
        .selectFrom('productFiles')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('productFiles.productId', '=', 'products.id')
        .where('productFiles.sha256', 'is', null)
        .as('unready'),
    ])
    .where('collections.isPublished', '=', 1)
    .where('collections.price', 'is not', null)
    .where('collections.id', 'in', (inner) =>
      inner
        .selectFrom('collectionDesigns')
        .select('collectionId')
        .where('productId', 'in', productIds),
    )
    .orderBy('member.position')
    .execute();
  if (members.length === 0) return [];
  const ids = [...new Set(members.map(({ productId }) => productId))];
  const leftOut = await owned(database, accountId, ids);
  const { licenseType } = await database
    .selectFrom('accounts')
    .select('licenseType')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const notFor = await designsNotFor(database, licenseType, ids);
  return [...Map.groupBy(members, ({ id }) => id).values()].flatMap((all) => {
    const [first] = all;
    if (!first || first.together === null) return [];
    const { id, name, together: price } = first;
    const open = all.filter(
      ({ productId, status, unready }) =>
        status === 'published' &&
        Number(unready) === 0 &&
        !leftOut.has(productId) &&
        !notFor.has(productId),
    );
    const costs = new Map(
      open.map((design) => [design.productId, priceToPay(design.price, design.discountedPrice)]),
    );
    const listed = (designs: typeof all) => sumOf(designs.map((design) => design.price));
    const together = partPrice(price, listed(all), listed(open), sumOf([...costs.values()]));
    return { id, name, together, open: costs };
  });
}

/** Which of these designs the account has bought and may still download. */
async function owned(
  database: Reader,
  accountId: string,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select('orderItems.productId')
    .where('orders.accountId', '=', accountId)
    .where('orders.state', '=', 'paid')
    .where('orderItems.revokedAt', 'is', null)
    .where('orderItems.productId', 'in', productIds)
    .execute();
  return new Set(rows.map(({ productId }) => productId));
}
