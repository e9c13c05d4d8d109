import type { ClothView } from '#contract/shop/cloth-view.ts';
import type { Wishlist } from '#contract/shop/wishlist.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import { rememberPrice } from '../price-drops/known-prices.ts';
import { addToList, readList, removeFromList, wishlistKind } from '../product-list.ts';

/** The wishlist of an account as sent to the client, in the order the designs were saved. */
export async function readWishlist(database: Reader, accountId: string): Promise<Wishlist> {
  const { version, lines } = await readList(database, wishlistKind, accountId);
  return {
    items: lines.map(({ productId, price, discountedPrice, ...line }) => ({
      ...line,
      _id: productId,
      price: toWire(price),
      discountedPrice: discountedPrice === null ? null : toWire(discountedPrice),
    })),
    version,
  };
}

/** Adds a design to the wishlist and returns the wishlist's version; see addToList. */
export async function addToWishlist(
  change: Change,
  accountId: string,
  productId: string,
  view?: ClothView | null,
): Promise<number> {
  const { tx } = change;
  const version = await addToList(change, wishlistKind, accountId, productId, view);
  await rememberPrice(tx, { accountId, productId });
  return version;
}

/** Removes a design from the wishlist and returns the wishlist's version; see removeFromList. */
export function removeFromWishlist(
  tx: Transaction,
  accountId: string,
  productId: string,
): Promise<number> {
  return removeFromList(tx, wishlistKind, accountId, [productId]);
}
