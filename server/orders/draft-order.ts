import { messages } from '#contract/messages/messages.ts';
import { couponShares, type Totals, totalsOf } from '#contract/shop/totals.ts';
import { fromWire } from '#contract/wire/money.ts';
import { reserveUse } from '../coupons/coupon-uses.ts';
import { detachCoupon } from '../lists/carts/cart-coupon.ts';
import { type CartContents, type CartLine, cartAnswer, readCart } from '../lists/carts/queries.ts';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { isApproved, notApproved, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { assertFilesReady, assertSoldTo } from './assert-lines.ts';
import { grant } from './payments/grant.ts';
import { type OrderRow, reusableMs } from './payments/order-state.ts';
import { addPaymentEvent } from './payments/payment-events.ts';
import { recordSales } from './payments/record-sales.ts';
import type { NumberSettings } from './receipts/receipt-numbers.ts';
import {
  type CheckoutBody,
  customerOf,
  replaceOrder,
  storeOrder,
  takeUpOrder,
} from './store-order.ts';
import { changedText, readTexts } from './texts-as-shown.ts';

/** How long after payment a repeated checkout returns the order it paid. */
const justPaidMs = 3_600_000;

const inReview = 'We’re reviewing your payment for these designs and will e-mail you:';

/**
 * Turns the account's cart into an order in one transaction: prices it from the database, compares that with
 * what the buyer saw, and freezes the items. The same cart gets the same unpaid order again; other unpaid
 * orders of the buyer become void, which releases their coupon uses for the new one. A total of zero is paid
 * at once (OP-16). Returns PRICE_CHANGED instead of throwing it when a coupon was taken off the cart, because
 * throwing would roll that back.
 * @throws NOT_APPROVED, CART_EMPTY, PRICE_CHANGED (with the cart), PRODUCT_UNAVAILABLE, PAYMENT_PENDING, PAYMENT_IN_REVIEW
 */
export async function draftOrder(
  change: Change,
  mailSettings: MailSettings & NumberSettings,
  account: SignedIn,
  body: CheckoutBody,
): Promise<OrderRow | Problem> {
  const { tx, now } = change;
  if (!(await isApproved(tx, account.id))) throw notApproved();
  const cart = await readCart(tx, now, account);
  const lines = cart.lines.filter((line) => line.available);
  if (lines.length === 0) {
    const paid = await justPaid(change, account.id, body);
    if (paid) return paid;
    throw new Problem('CART_EMPTY', messages.checkout.cartEmpty);
  }
  const totals = totalsOf(lines, cart.coupon);
  const lapsed = await takeOffLapsedCoupon(change, account, cart, totals, body);
  if (lapsed) return lapsed;
  const texts = await readTexts(tx, account.licenseType);
  const { licence } = texts;
  assertAsShown(cart, lines, totals, changedText(texts, body), body);
  await assertFilesReady(tx, lines);
  await assertSoldTo(tx, account.licenseType, lines);
  const earlier = await openOrders(tx, account.id);
  assertNotBeingPaid(earlier, lines);

  const shares = couponShares(lines, totals.couponDiscount);
  const items = lines.map((line, position) => ({
    position,
    productId: line.productId,
    productName: line.title,
    imageUrl: line.image,
    price: line.price,
    discountedPrice: line.discountedPrice,
    couponDiscount: shares[position] ?? 0,
    licenseType: account.licenseType,
    licenceTextVersion: licence.version,
    licenceItems: licence.items,
    collectionName: line.inCollection?.name ?? null,
  }));
  const customer = customerOf(account, body);
  const unpaid = earlier.filter(({ order }) => order.state.startsWith('provider_'));
  const couponCode = cart.coupon?.code ?? null;
  const same = unpaid.find((candidate) => isReusable(candidate, now, totals, couponCode, items));
  for (const { order } of unpaid) {
    if (order !== same?.order) await replaceOrder(change, order);
  }
  if (same) return takeUpOrder(change, same.order, customer);

  const isFree = totals.total === 0;
  const values = {
    accountId: account.id,
    state: isFree ? ('draft' as const) : ('provider_creating' as const),
    totalPrice: totals.total,
    totalDiscount: totals.totalDiscount,
    couponCode,
    couponDiscount: totals.couponDiscount,
    ...customer,
  };
  const order = await storeOrder(change, mailSettings, values, items);
  if (cart.couponId !== null) {
    const use = { orderId: order.id, couponId: cart.couponId, accountId: account.id };
    await reserveUse(change, use);
  }
  if (!isFree) {
    await addPaymentEvent(change, order.id, 'creating');
    return order;
  }
  const sales = await grant(change, mailSettings, order, {
    captureId: null,
    takenAt: null,
    capturedAmount: null,
    method: 'Free',
    detail: {},
  });
  await recordSales(change, sales);
  return { ...order, state: 'paid' };
}

interface OpenOrder {
  readonly order: OrderRow;
  readonly items: readonly FrozenItem[];
}

interface FrozenItem {
  readonly productId: string;
  readonly productName: string;
  readonly price: number;
  readonly discountedPrice: number | null;
  readonly licenseType: string;
  readonly licenceTextVersion: string;
}

/**
 * Takes a coupon that this buyer can't use any more off the cart and reports it, unless they already saw the total without
 * it. One that waits for another cart or for its first day stays.
 */
async function takeOffLapsedCoupon(
  { tx, now }: Change,
  account: SignedIn,
  cart: CartContents,
  totals: Totals,
  { expectedTotal }: CheckoutBody,
): Promise<Problem | null> {
  if (cart.couponRefusal === null) return null;
  if (expectedTotal !== undefined && totals.total <= fromWire(expectedTotal)) return null;
  await detachCoupon(tx, account.id);
  const after = cartAnswer(await readCart(tx, now, account));
  return new Problem('PRICE_CHANGED', cart.couponRefusal, { cart: after });
}

/** Lets a lower total through; the buyer must first see a higher one, other items, other terms or another licence (OP-17, OP-47). */
function assertAsShown(
  cart: CartContents,
  lines: readonly CartLine[],
  totals: Totals,
  changed: string | null,
  body: CheckoutBody,
): void {
  const refusal = (message: string) =>
    new Problem('PRICE_CHANGED', message, { cart: cartAnswer(cart) });
  const { expectedTotal, productIds } = body;
  const isDearer = expectedTotal !== undefined && totals.total > fromWire(expectedTotal);
  const isOtherSet = productIds !== undefined && !isSameSet(productIds, lines);
  if (isDearer || isOtherSet) throw refusal(messages.checkout.priceChanged);
  if (changed !== null) throw refusal(changed);
}

function isSameSet(
  productIds: readonly string[],
  lines: readonly { readonly productId: string }[],
): boolean {
  const wanted = new Set(productIds);
  return wanted.size === lines.length && lines.every((line) => wanted.has(line.productId));
}

/** Refuses designs whose first payment is in progress or in review, so that nobody pays for one twice. */
function assertNotBeingPaid(earlier: readonly OpenOrder[], lines: readonly CartLine[]): void {
  for (const [state, code, words] of [
    ['capturing', 'PAYMENT_PENDING', messages.checkout.paymentUnderWay],
    ['review', 'PAYMENT_IN_REVIEW', inReview],
  ] as const) {
    const titles = earlier
      .filter(({ order }) => order.state === state)
      .flatMap(({ items }) => items)
      .filter((item) => lines.some((line) => line.productId === item.productId))
      .map((item) => item.productName);
    if (titles.length > 0) throw new Problem(code, `${words} ${titles.join(', ')}`);
  }
}

async function openOrders(tx: Transaction, accountId: string): Promise<OpenOrder[]> {
  const orders = await tx
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('commissionId', 'is', null)
    .where('state', 'in', ['provider_creating', 'provider_created', 'capturing', 'review'])
    .execute();
  return withItems(tx, orders);
}

async function withItems(tx: Transaction, orders: readonly OrderRow[]): Promise<OpenOrder[]> {
  if (orders.length === 0) return [];
  const items = await tx
    .selectFrom('orderItems')
    .selectAll()
    .where(
      'orderId',
      'in',
      orders.map((order) => order.id),
    )
    .execute();
  const itemsOf = Map.groupBy(items, (item) => item.orderId);
  return orders.map((order) => ({ order, items: itemsOf.get(order.id) ?? [] }));
}

/** Whether an open order has the same items at the same prices, is recent enough for the provider to still have it, and wasn't declined. */
function isReusable(
  { order, items }: OpenOrder,
  now: Date,
  totals: Totals,
  couponCode: string | null,
  wanted: readonly FrozenItem[],
): boolean {
  if (now.getTime() - Date.parse(order.createdAt) > reusableMs) return false;
  if (order.declinedAt !== null || order.totalPrice !== totals.total) return false;
  if (order.couponCode !== couponCode) return false;
  if (items.length !== wanted.length) return false;
  return wanted.every((line) => {
    const item = items.find(({ productId }) => productId === line.productId);
    return (
      item?.price === line.price &&
      item.discountedPrice === line.discountedPrice &&
      item.licenseType === line.licenseType &&
      item.licenceTextVersion === line.licenceTextVersion
    );
  });
}

/**
 * The order that recently bought exactly these designs, for at most the total shown: a repeat of a checkout
 * whose answer was lost.
 */
async function justPaid(
  { tx, now }: Change,
  accountId: string,
  { productIds = [], expectedTotal }: CheckoutBody,
): Promise<OrderRow | null> {
  if (productIds.length === 0) return null;
  const orders = await tx
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('state', '=', 'paid')
    .where('paidAt', '>', new Date(now.getTime() - justPaidMs).toISOString())
    .execute();
  const paid = await withItems(tx, orders);
  const most = expectedTotal === undefined ? Number.POSITIVE_INFINITY : fromWire(expectedTotal);
  const seen = paid.find(
    ({ order, items }) => order.totalPrice <= most && isSameSet(productIds, items),
  );
  return seen?.order ?? null;
}
