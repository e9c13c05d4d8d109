import type { Insertable } from 'kysely';
import { imagePath } from '#contract/shop/paths.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { type Change, makeChange } from '#server/platform/database/change.ts';
import { idFrom } from '#server/platform/database/new-id.ts';
import type { Database } from '#server/platform/database/open.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { demoRequest } from './demo-request.ts';
import {
  type DemoOrder,
  demoBuyers,
  demoCoupons,
  demoDownloads,
  demoOrders,
  demoSearches,
  practiceBuyer,
  practiceCounts,
  practiceOrder,
  type SoldDesign,
} from './orders.ts';
import { demoProductId } from './seed.ts';

/** Orders per transaction, so that the shop's own writes never wait long. */
const ordersAtOnce = 100;

export const demoCouponId = (code: string) => idFrom(`demo coupon ${code}`);
const buyerId = (key: string) => idFrom(`demo ${key}`);

interface Place {
  readonly database: Database;
  readonly clock: () => Date;
}

/**
 * Adds the demo's buyers, coupons and a year of orders of these designs; continues if it was stopped. Designs that
 * were deleted in the meantime are left out.
 */
export async function seedOrders(place: Place, designs: readonly SoldDesign[]): Promise<void> {
  const { database, clock } = place;
  const { createdAt: startedAt } = await database.read
    .selectFrom('accounts')
    .select('createdAt')
    .where('isDemo', '=', 1)
    // Of the accounts to practise with, which came with the designs; not of a buyer added below.
    .where('passwordHash', '!=', '')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirstOrThrow(() => new Error('The demo studio is missing.'));
  const orders = demoOrders(designs, new Date(startedAt));
  await makeChange(place, (change) => addBuyers(change, orders[0]?.at ?? clock()));
  const added = await database.read
    .selectFrom('orders')
    .select('id')
    .where('createRequestId', 'like', `${demoRequest}%`)
    .execute();
  const known = new Set(added.map(({ id }) => id));
  const missing = orders.filter((order) => !known.has(orderId(order)));
  for (const some of chunk(missing, ordersAtOnce)) {
    await makeChange(place, async (change) => {
      await addOrders(change, await salesOf(change, some));
    });
  }
  await makeChange(place, (change) => countSoldGoods(change, orders));
  await makeChange(place, (change) => agreeOnYear(change, new Date(startedAt)));
  await makeChange(place, (change) => addSearches(change, new Date(startedAt)));
}

/** Adds what was searched for without results. */
async function addSearches({ tx }: Change, until: Date): Promise<void> {
  const dayOf = (daysAgo: number) => utcDay(new Date(until.getTime() - daysAgo * 86_400_000));
  const counts = Map.groupBy(demoSearches(), ({ words, daysAgo }) => `${dayOf(daysAgo)} ${words}`);
  await tx
    .insertInto('emptySearches')
    .values(
      [...counts.values()].flatMap(([first, ...more]) =>
        first ? [{ day: dayOf(first.daysAgo), words: first.words, count: 1 + more.length }] : [],
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts goods under the practice buyer's newest licence, in entries a minute apart. */
async function countSoldGoods({ tx }: Change, orders: readonly DemoOrder[]): Promise<void> {
  const order = practiceOrder(orders);
  const bought = await tx
    .selectFrom('orderItems')
    .select('id')
    .where('id', '=', order ? itemId(order, 0) : '')
    .executeTakeFirst();
  if (!order || !bought) return;
  await tx
    .insertInto('licenceCounts')
    .values(
      practiceCounts.map((delta, place) => {
        const at = new Date(order.at.getTime() + (place + 1) * 60_000).toISOString();
        const opId = idFrom(`demo count ${place}`);
        return { orderItemId: bought.id, opId, delta, countedAt: at, storedAt: at };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives the practice buyer a yearly licence with 200 days left. */
async function agreeOnYear({ tx }: Change, since: Date): Promise<void> {
  const buyer = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', buyerId(practiceBuyer.key))
    .executeTakeFirst();
  if (!buyer) return;
  const endsOn = utcDay(new Date(since.getTime() + 200 * 86_400_000));
  await tx
    .insertInto('yearlyLicences')
    .values({ accountId: buyer.id, endsOn })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives the items of the demo's orders the pictures that have been drawn since. */
export async function illustrateOrders({ database }: Pick<Place, 'database'>): Promise<void> {
  const pictures = await database.read
    .selectFrom('productImages')
    .innerJoin('products', 'products.id', 'productImages.productId')
    .select(['productId', 'hash'])
    .where('productImages.position', '=', 0)
    .where('products.isDemo', '=', 1)
    .execute();
  for (const { productId, hash } of pictures) {
    await database.write((tx) =>
      tx
        .updateTable('orderItems')
        .set({ imageUrl: imagePath(hash, 640, 'webp') })
        .where('productId', '=', productId)
        .where('imageUrl', '=', '')
        .execute(),
    );
  }
}

async function addBuyers({ tx }: Change, since: Date): Promise<void> {
  const createdAt = since.toISOString();
  await tx
    .insertInto('accounts')
    .values(
      demoBuyers().map(({ key, email, firstName, licenseType }) => ({
        id: buyerId(key),
        email,
        emailKey: email,
        firstName,
        lastName: 'Practice',
        licenseType,
        status: 'approved' as const,
        // Nobody signs in to them.
        passwordHash: '',
        businessVerificationLink: 'https://shop.example/',
        avatarUrl: null,
        isDemo: 1,
        createdAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('coupons')
    .values(
      Object.entries(demoCoupons).map(([code, percent]) => ({
        id: demoCouponId(code),
        code,
        codeKey: code,
        discountType: 'percentage' as const,
        discount: percent * 100,
        minimumSubtotal: 0,
        startsAt: null,
        endsAt: null,
        useLimit: null,
        isOncePerCustomer: 0,
        isScoped: 0,
        createdAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The orders without designs that were deleted. An order of nothing else is left out. */
async function salesOf(
  { tx }: Change,
  orders: readonly DemoOrder[],
): Promise<readonly DemoOrder[]> {
  const rows = await tx.selectFrom('products').select('id').where('isDemo', '=', 1).execute();
  const left = new Set(rows.map(({ id }) => id));
  return orders
    .map((order) => ({
      ...order,
      items: order.items.filter(({ design }) => left.has(demoProductId(design.slug))),
    }))
    .filter(({ items }) => items.length > 0);
}

async function addOrders({ tx, now }: Change, orders: readonly DemoOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(orderRow);
  const items = orders.flatMap(itemRows);
  await tx.insertInto('orders').values(rows).execute();
  await tx.insertInto('orderItems').values(items).execute();
  const refunds = orders.flatMap((order, place) => {
    const amount = rows[place]?.totalPrice ?? 0;
    if (order.state !== 'refunded' || amount === 0) return [];
    const createdAt = new Date(order.at.getTime() + 86_400_000).toISOString();
    const id = idFrom(`demo refund ${order.key}`);
    const refund = { id, orderId: orderId(order), orderItemId: null, kind: 'refund' as const };
    return [{ ...refund, amount, providerId: `${demoRequest}${order.key}`, createdAt }];
  });
  if (refunds.length > 0) await tx.insertInto('refunds').values(refunds).execute();
  await countUses({ tx }, orders);
  await countDownloads({ tx, now }, orders);
}

function orderId({ key }: DemoOrder): string {
  return idFrom(`demo ${key}`);
}

function orderRow(order: DemoOrder): Insertable<Tables['orders']> {
  const { key, buyer, at, state, coupon, items } = order;
  const couponDiscount = items.reduce((sum, item) => sum + item.couponDiscount, 0);
  const totalPrice = items.reduce((sum, { design }) => sum + design.price, 0) - couponDiscount;
  const isPaid = state !== 'void';
  const createdAt = at.toISOString();
  return {
    id: orderId(order),
    orderNumber: `PW-${idFrom(`demo number ${key}`).slice(0, 8).toUpperCase()}`,
    accountId: buyerId(buyer.key),
    state: isPaid ? 'paid' : 'void',
    totalPrice,
    totalDiscount: couponDiscount,
    couponCode: coupon,
    couponDiscount,
    customerName: `${buyer.firstName} Practice`,
    customerEmail: buyer.email,
    customerCountry: buyer.country,
    customerCity: '',
    acceptedTermsVersion: '2026-11',
    createdAt,
    updatedAt: createdAt,
    paidAt: isPaid ? createdAt : null,
    providerOrderId: null,
    createRequestId: `${demoRequest}${key}`,
    captureRequestId: null,
    providerCaptureId: null,
    capturedAmount: isPaid ? totalPrice : null,
    paymentMethod: 'PayPal',
    declinedAt: null,
    reviewReason: null,
    nextPollAt: null,
    isPractice: 1,
  };
}

const itemId = ({ key }: DemoOrder, position: number) => idFrom(`demo item ${key} ${position}`);

function itemRows(order: DemoOrder): Insertable<Tables['orderItems']>[] {
  const refundedAt = order.state === 'refunded' ? order.at.toISOString() : null;
  return order.items.map(({ design, couponDiscount }, position) => ({
    id: itemId(order, position),
    orderId: orderId(order),
    productId: demoProductId(design.slug),
    position,
    productName: design.title,
    imageUrl: '',
    price: design.price,
    discountedPrice: null,
    couponDiscount,
    licenseType: order.buyer.licenseType,
    licenceTextVersion: '2026-11',
    revokedAt: refundedAt,
    refundedAt,
  }));
}

async function countUses({ tx }: Pick<Change, 'tx'>, orders: readonly DemoOrder[]): Promise<void> {
  const used = orders.filter(({ coupon, state }) => coupon !== null && state !== 'void');
  if (used.length === 0) return;
  await tx
    .insertInto('couponUses')
    .values(
      used.map((order) => ({
        orderId: orderId(order),
        couponId: demoCouponId(order.coupon ?? ''),
        accountId: buyerId(order.buyer.key),
        onceKey: null,
        state: 'spent' as const,
        createdAt: order.at.toISOString(),
      })),
    )
    .execute();
  for (const [coupon, own] of Map.groupBy(used, (order) => order.coupon ?? '')) {
    await tx
      .updateTable('coupons')
      .set((set) => ({ used: set('used', '+', own.length) }))
      .where('id', '=', demoCouponId(coupon))
      .execute();
  }
}

async function countDownloads({ tx, now }: Change, orders: readonly DemoOrder[]): Promise<void> {
  const downloads = demoDownloads(orders, now).map(({ slug, at }) => ({
    day: utcDay(at),
    slug,
  }));
  for (const own of Map.groupBy(downloads, ({ day, slug }) => `${day} ${slug}`).values()) {
    const [first] = own;
    if (!first) continue;
    await tx
      .insertInto('downloadDays')
      .values({ day: first.day, productId: demoProductId(first.slug), count: own.length })
      .onConflict((conflict) =>
        conflict.columns(['day', 'productId']).doUpdateSet((set) => ({
          count: set('downloadDays.count', '+', own.length),
        })),
      )
      .execute();
  }
}
