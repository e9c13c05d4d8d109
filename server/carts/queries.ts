import type { Cart } from '#contract/cart.ts';
import type { AppliedCoupon } from '#contract/coupon.ts';
import { limits } from '#contract/limits.ts';
import { toWire } from '#contract/money.ts';
import { imagePath } from '#contract/paths.ts';
import { type PricedLine, totalsOf } from '#contract/totals.ts';
import type { Database, Transaction } from '../database/open.ts';
import { Problem } from '../http/problem.ts';
import { idFrom } from '../new-id.ts';

/** A design in a cart, priced as it is now; amounts in cents. */
export interface CartLine extends PricedLine {
  readonly productId: string;
  readonly title: string;
  /** URL of the 640 px preview. */
  readonly image: string;
  readonly addedAt: string;
}

/** A cart as the server reckons with it. `version` is 0 until the first change. */
export interface CartContents {
  readonly id: string;
  readonly version: number;
  readonly lines: readonly CartLine[];
  readonly coupon: AppliedCoupon | null;
}

/** An account has one cart, so its id follows from the account's and reading never writes. */
function cartId(accountId: string): string {
  return idFrom(`cart:${accountId}`);
}

/** The cart of an account, in the order things were put in; inside a transaction, as that sees it. */
export async function readCart(
  database: Database['read'] | Transaction,
  accountId: string,
): Promise<CartContents> {
  // Before the lines: a change in between then shows under an older version and is asked for again.
  const cart = await database
    .selectFrom('carts')
    .select('version')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  const rows = await database
    .selectFrom('cartLines')
    .innerJoin('products', 'products.id', 'cartLines.productId')
    .select((line) => [
      'cartLines.productId',
      'cartLines.addedAt',
      'products.title',
      'products.price',
      'products.discountedPrice',
      'products.status',
      line
        .selectFrom('productImages')
        .select('productImages.hash')
        .whereRef('productImages.productId', '=', 'products.id')
        .orderBy('productImages.position')
        .limit(1)
        .as('hash'),
    ])
    .where('cartLines.accountId', '=', accountId)
    .orderBy('cartLines.addedAt')
    .orderBy('cartLines.productId')
    .execute();
  return {
    id: cartId(accountId),
    version: cart?.version ?? 0,
    lines: rows.map((row) => ({
      productId: row.productId,
      title: row.title,
      image: row.hash === null ? '' : imagePath(row.hash, 640, 'webp'),
      price: row.price,
      discountedPrice: row.discountedPrice,
      available: row.status === 'published',
      addedAt: row.addedAt,
    })),
    coupon: null,
  };
}

/** A cart as the wire shows it. */
export function cartAnswer(cart: CartContents): Cart {
  const totals = totalsOf(cart.lines, cart.coupon);
  return {
    _id: cart.id,
    items: cart.lines.map((line) => ({
      ...line,
      price: toWire(line.price),
      discountedPrice: line.discountedPrice === null ? null : toWire(line.discountedPrice),
    })),
    totalPrice: toWire(totals.total),
    totalDiscount: toWire(totals.totalDiscount),
    appliedCoupon: cart.coupon,
    version: cart.version,
  };
}

/**
 * Puts a design in the cart and answers the cart's version; one that is in it already changes
 * nothing. Throws NOT_FOUND, PRODUCT_UNAVAILABLE for one no longer sold, INVALID in a full cart.
 */
export async function addToCart(
  tx: Transaction,
  now: Date,
  accountId: string,
  productId: string,
): Promise<number> {
  const product = await tx
    .selectFrom('products')
    .select((seen) => [
      'status',
      seen.selectFrom('carts').select('version').where('accountId', '=', accountId).as('version'),
      seen
        .selectFrom('cartLines')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .as('count'),
      seen
        .selectFrom('cartLines')
        .select('addedAt')
        .where('accountId', '=', accountId)
        .where('productId', '=', productId)
        .as('addedAt'),
    ])
    .where('id', '=', productId)
    .executeTakeFirst();
  if (!product || product.status === 'draft') {
    throw new Problem('NOT_FOUND', 'There is no such design.');
  }
  if (product.addedAt !== null) return product.version ?? 0;
  if (product.status === 'retired') {
    throw new Problem('PRODUCT_UNAVAILABLE', 'This design is no longer sold.');
  }
  if ((product.count ?? 0) >= limits.setSize) {
    throw new Problem('INVALID', `A cart holds at most ${limits.setSize} designs.`);
  }
  await tx
    .insertInto('cartLines')
    .values({ accountId, productId, addedAt: now.toISOString() })
    .execute();
  return raiseVersion(tx, accountId);
}

/** Takes designs out of the cart and answers the cart's version; what isn't there is no error (OP-02). */
export async function removeFromCart(
  tx: Transaction,
  accountId: string,
  productIds: readonly string[],
): Promise<number> {
  const removed =
    productIds.length === 0
      ? []
      : await tx
          .deleteFrom('cartLines')
          .where('accountId', '=', accountId)
          .where('productId', 'in', productIds)
          .returning('productId')
          .execute();
  if (removed.length > 0) return raiseVersion(tx, accountId);
  const cart = await tx
    .selectFrom('carts')
    .select('version')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return cart?.version ?? 0;
}

async function raiseVersion(tx: Transaction, accountId: string): Promise<number> {
  const { version } = await tx
    .insertInto('carts')
    .values({ accountId, id: cartId(accountId), version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet((set) => ({ version: set('carts.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
