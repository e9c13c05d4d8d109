import type { LicenseType } from '#contract/shop/account.ts';
import type { Collection } from '#contract/shop/collection.ts';
import { partPrice, sumOf } from '#contract/shop/collection-price.ts';
import { isSoldTo } from '#contract/shop/is-sold-to.ts';
import type { Product } from '#contract/shop/product.ts';
import { fromWire, priceToPay, toWire } from '#contract/wire/money.ts';

/** What of a collection a buyer can still buy, and what it costs; prices in dollars. */
export interface CollectionRest {
  readonly products: readonly Product[];
  /** What these cost one by one, and together; `price` is null unless that is less. */
  readonly singlesPrice: number;
  readonly price: number | null;
}

/** Who buys: the licence of their account, if they have one, and the ids of their designs. */
interface RestBuyer {
  readonly licenseType: LicenseType | null;
  readonly bought: { has(productId: string): boolean };
}

/**
 * Leaves out what the cart leaves out too: bought designs, and those that this buyer can't buy now. A device that
 * lacks some of the others can't add them, so the price for all doesn't apply.
 */
export function collectionRest(
  { productIds, whole }: Collection,
  known: readonly Product[],
  { licenseType, bought }: RestBuyer,
): CollectionRest {
  const products = known.filter(
    (each) => each.isBuyable && !bought.has(each._id) && isSoldTo(licenseType, each),
  );
  const listed = sumOf(products.map(({ price }) => fromWire(price)));
  const singles = sumOf(
    products.map(({ price, discountedPrice }) => fromWire(priceToPay(price, discountedPrice))),
  );
  const knownIds = new Set(known.map(({ _id }) => _id));
  const isComplete = productIds.every((id) => knownIds.has(id) || bought.has(id));
  const together =
    whole && isComplete
      ? partPrice(fromWire(whole.price), fromWire(whole.singlesPrice), listed, singles)
      : singles;
  return {
    products,
    singlesPrice: toWire(singles),
    price: together < singles ? toWire(together) : null,
  };
}
