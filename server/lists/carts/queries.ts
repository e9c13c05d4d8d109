import { messages } from '#contract/messages/messages.ts';
import type { Cart, CartItem } from '#contract/shop/cart.ts';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import type { AppliedCoupon } from '#contract/shop/coupon.ts';
import { totalsOf } from '#contract/shop/totals.ts';
import { fromWire, toWire } from '#contract/wire/money.ts';
import { designsNotFor } from '../../catalogue/not-for-fabric-shops.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { SignedIn } from '../../platform/sign-in/signed-in.ts';
import { addToList, cartKind, listId, readList, removeFromList } from '../product-list.ts';
import { checkCartCoupon } from './cart-coupon.ts';
import { readAddedOn, recordAdded } from './cart-devices.ts';
import { applyCollections, type CollectedLine } from './collection-prices.ts';
import { holdPrices } from './held-prices.ts';

/** A design in a cart. */
export interface CartLine extends CollectedLine {
  /** The device it was added on, if that is known. */
  readonly addedOn?: CartItem['addedOn'];
}

/** A cart with the server's amounts. `version` is 0 until the first change. */
export interface CartContents {
  readonly id: string;
  readonly version: number;
  readonly lines: readonly CartLine[];
  /** The coupon on it, if it applies. */
  readonly coupon: AppliedCoupon | null;
  readonly couponId: string | null;
  /** Why the coupon on this cart doesn't apply now; null if it does or there is none. */
  readonly couponProblem: string | null;
  /** The problem, if no other cart and no waiting would end it. */
  readonly couponRefusal: string | null;
  /** The code of the coupon that doesn't apply now. */
  readonly waitingCode: string | null;
}

/** The cart of an account, in the order the designs were added. Inside a transaction, as that transaction sees it. */
export async function readCart(
  database: Reader,
  now: Date,
  account: Pick<SignedIn, 'id' | 'deviceId'>,
): Promise<CartContents> {
  const { id: accountId } = account;
  const { version, lines: current } = await readList(database, cartKind, accountId);
  const held = await holdPrices(database, now, accountId, current);
  const priced = await applyCollections(database, accountId, held);
  const devices = await readAddedOn(database, account);
  const lines: readonly CartLine[] = priced.map((line) => {
    const addedOn = devices.get(line.productId);
    return { ...line, ...(addedOn && { addedOn }) };
  });
  const checked = await checkCartCoupon(database, now, accountId, lines);
  const holds = checked?.problem === null;
  return {
    id: listId(cartKind, accountId),
    version,
    lines: holds ? checked.lines : lines,
    coupon: holds ? checked.applied : null,
    couponId: holds ? checked.id : null,
    couponProblem: checked?.problem ?? null,
    couponRefusal: checked?.refusal ?? null,
    waitingCode: checked && !holds ? checked.applied.code : null,
  };
}

/** A cart as sent to the client. */
export function cartAnswer(cart: CartContents): Cart {
  const totals = totalsOf(cart.lines, cart.coupon);
  return {
    _id: cart.id,
    items: cart.lines.map(({ isInScope: _, inCollection, ...line }) => ({
      ...line,
      price: toWire(line.price),
      discountedPrice: line.discountedPrice === null ? null : toWire(line.discountedPrice),
      ...(inCollection && {
        inCollection: { name: inCollection.name, saving: toWire(inCollection.saving) },
      }),
    })),
    totalPrice: toWire(totals.total),
    totalDiscount: toWire(totals.totalDiscount),
    appliedCoupon: cart.coupon,
    ...(cart.couponProblem !== null && { couponProblem: cart.couponProblem }),
    ...(cart.waitingCode !== null && { waitingCode: cart.waitingCode }),
    version: cart.version,
  };
}

interface AddedDesign {
  readonly productId: string;
  readonly seenPrice?: number | undefined;
  readonly view?: ClothView | null | undefined;
}

/**
 * Adds a design to the cart and returns the cart's version; see addToList. `seenPrice` is what the buyer saw it
 * cost, in dollars; `holdPrices` checks it. `view` is how they saw it on the cloth bench.
 * @throws as addToList, and PRODUCT_UNAVAILABLE if it isn't sold to buyers with this licence
 */
export async function addToCart(
  change: Change,
  account: Pick<SignedIn, 'id' | 'licenseType' | 'deviceId'>,
  { productId, seenPrice, view }: AddedDesign,
): Promise<number> {
  const { tx } = change;
  // Only a view is removed, so the device that removed the design keeps its say.
  if (view === null) return addToList(change, cartKind, account.id, productId, view);
  const notFor = await designsNotFor(tx, account.licenseType, [productId]);
  if (notFor.has(productId)) {
    throw new Problem('PRODUCT_UNAVAILABLE', messages.cart.notForFabricShops);
  }
  const version = await addToList(change, cartKind, account.id, productId, view);
  await recordAdded(change, account, productId);
  if (seenPrice !== undefined) {
    await recordSeenPrice(tx, { accountId: account.id, productId, cents: fromWire(seenPrice) });
  }
  return version;
}

/** Replaces the price seen earlier, because the design may have been removed and added again. */
const recordSeenPrice = statement((tx, { accountId, productId, cents }: Tables['seenPrices']) =>
  tx
    .insertInto('seenPrices')
    .values({ accountId, productId, cents })
    .onConflict((conflict) => conflict.columns(['accountId', 'productId']).doUpdateSet({ cents })),
);

/** Removes designs from the cart and returns the cart's version; see removeFromList. */
export function removeFromCart(
  tx: Transaction,
  accountId: string,
  productIds: readonly string[],
): Promise<number> {
  return removeFromList(tx, cartKind, accountId, productIds);
}
