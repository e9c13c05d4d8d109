import type { AppliedCoupon } from '#contract/shop/coupon.ts';
import type { PricedLine } from '#contract/shop/totals.ts';
import { appliedCoupon, couponProblem, couponRefusal } from '../../coupons/coupon-rules.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import { cartKind, raiseVersion } from '../product-list.ts';

interface Line extends PricedLine {
  readonly productId: string;
}

/** A coupon checked against the cart it is on. */
export interface CheckedCoupon<L extends Line> {
  readonly id: string;
  readonly applied: AppliedCoupon;
  /** Why it doesn't apply; null if it does. */
  readonly problem: string | null;
  /** The problem, if no other cart and no waiting would end it. */
  readonly refusal: string | null;
  /** The lines, each marked with whether the coupon covers it. */
  readonly lines: readonly L[];
}

/** Checks the coupon on an account's cart, if any, against these lines now. */
export async function checkCartCoupon<L extends Line>(
  database: Reader,
  now: Date,
  accountId: string,
  lines: readonly L[],
): Promise<CheckedCoupon<L> | null> {
  const cart = await database
    .selectFrom('carts')
    .select('couponId')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!cart?.couponId) return null;
  return checkCoupon(database, now, accountId, cart.couponId, lines);
}

/** Checks a coupon against lines that an account wants to buy. */
export async function checkCoupon<L extends Line>(
  database: Reader,
  now: Date,
  accountId: string,
  couponId: string,
  lines: readonly L[],
): Promise<CheckedCoupon<L>> {
  const coupon = await database
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow();
  const scope = coupon.isScoped === 1 ? await productsInScope(database, couponId, lines) : null;
  const scoped = scope
    ? lines.map((line) => ({ ...line, isInScope: scope.has(line.productId) }))
    : lines;
  const own = await ownUses(database, accountId, couponId);
  const uses = { all: coupon.used - own.replaceable, own: own.standing };
  return {
    id: couponId,
    applied: appliedCoupon(coupon),
    problem: couponProblem(coupon, now, scoped, uses),
    refusal: couponRefusal(coupon, now, uses),
    lines: scoped,
  };
}

/** Puts a coupon on the cart, replacing any other. */
export async function attachCoupon(
  tx: Transaction,
  accountId: string,
  couponId: string,
): Promise<void> {
  await raiseVersion(tx, cartKind, accountId);
  await tx.updateTable('carts').set({ couponId }).where('accountId', '=', accountId).execute();
}

/** Takes the coupon off the cart; with `couponId`, only that one. */
export async function detachCoupon(
  tx: Transaction,
  accountId: string,
  couponId?: string,
): Promise<void> {
  await tx
    .updateTable('carts')
    .set((set) => ({ couponId: null, version: set('version', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('couponId', couponId === undefined ? 'is not' : '=', couponId ?? null)
    .execute();
}

/** Which of these designs the coupon covers, directly or by category. */
async function productsInScope(
  database: Reader,
  couponId: string,
  lines: readonly Line[],
): Promise<ReadonlySet<string>> {
  const productIds = lines.map((line) => line.productId);
  if (productIds.length === 0) return new Set();
  const rows = await database
    .selectFrom('couponProducts')
    .select('productId')
    .where('couponId', '=', couponId)
    .where('productId', 'in', productIds)
    .union(
      database
        .selectFrom('productCategories')
        .innerJoin(
          'couponCategories',
          'couponCategories.categoryId',
          'productCategories.categoryId',
        )
        .select('productCategories.productId')
        .where('couponCategories.couponId', '=', couponId)
        .where('productCategories.productId', 'in', productIds),
    )
    .execute();
  return new Set(rows.map((row) => row.productId));
}

/** A buyer's uses of the coupon: those of unpaid orders that the next order would replace, and all others. */
async function ownUses(
  database: Reader,
  accountId: string,
  couponId: string,
): Promise<{ replaceable: number; standing: number }> {
  const uses = await database
    .selectFrom('couponUses')
    .innerJoin('orders', 'orders.id', 'couponUses.orderId')
    .select('orders.state')
    .where('couponUses.couponId', '=', couponId)
    .where('couponUses.accountId', '=', accountId)
    .execute();
  const replaceable = uses.filter(
    ({ state }) => state === 'provider_creating' || state === 'provider_created',
  ).length;
  return { replaceable, standing: uses.length - replaceable };
}
