import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../platform/database/open.ts';
import { bought } from './bought.ts';
import { boundsOf, type Days, dayValues } from './range.ts';
import { itemSales, sharesOf } from './shares.ts';

/**
 * Sales: paid orders that weren't given away, by the day of the payment, minus their refunds so far. All
 * amounts are whole cents. SQL adds up what is simple; orders with a refund, or paid with another amount than
 * their total, are few and are counted one by one.
 */

export interface Sum {
  /** Orders, or sold designs. */
  count: number;
  cents: number;
}

/** `discount`: what the coupon took off. */
export interface CouponSum extends Sum {
  discount: number;
}

export interface Sales {
  /** By the start of the day. */
  readonly days: ReadonlyMap<string, Sum>;
  /** By the id of the design. */
  readonly designs: ReadonlyMap<string, Sum>;
  /** By the code, as ordered. */
  readonly coupons: ReadonlyMap<string, CouponSum>;
  /** By the country given at checkout. */
  readonly countries: ReadonlyMap<string, Sum>;
  /** How many designs were sold. */
  readonly sold: number;
}

/** Orders that are sales; `orders` is the table's name in the query. */
function isSale(days: Days, isTrial: boolean): RawBuilder<unknown> {
  const { startsAt, endsAt } = boundsOf(days);
  return sql`${isSold(isTrial)} AND orders."paidAt" >= ${startsAt} AND orders."paidAt" < ${endsAt}`;
}

function isSold(isTrial: boolean): RawBuilder<unknown> {
  return sql`orders.state = 'paid' AND ${bought(isTrial)}`;
}

const isOdd = sql`(coalesce(orders."capturedAmount", 0) <> orders."totalPrice"
  OR orders.id IN (SELECT "orderId" FROM refunds WHERE kind = 'refund'))`;

/** What an item cost. */
const itemPrice = sql`(CASE WHEN items."discountedPrice" < items.price THEN items."discountedPrice"
  ELSE items.price END - items."couponDiscount")`;

/** The sales of a range. `isTrial`: practice orders count, as in `BookSettings`. */
export async function readSales(read: Reader, days: Days, isTrial: boolean): Promise<Sales> {
  const odd = await oddOrders(read, days, isTrial);
  const sales = {
    days: await simpleDays(read, days, isTrial),
    designs: await simpleDesigns(read, days, isTrial),
    coupons: new Map<string, CouponSum>(),
    countries: new Map<string, Sum>(),
  };
  for (const row of await simpleGroups(read, days, isTrial)) {
    add(sales.countries, row.country, row.count, row.cents);
    if (row.code !== null) addCoupon(sales.coupons, row.code, row);
  }
  const starts = days.map(({ startsAt }) => startsAt);
  for (const order of odd) {
    const net = order.items.reduce((sum, item) => sum + item.net, 0);
    if (!order.items.some(({ isSold }) => isSold)) continue;
    const start = starts.findLast((startsAt) => startsAt <= order.paidAt) ?? '';
    add(sales.days, start, 1, net);
    add(sales.countries, order.country, 1, net);
    const { code, discount } = order;
    if (code !== null) addCoupon(sales.coupons, code, { count: 1, cents: net, discount });
    for (const item of order.items) {
      if (item.isSold) add(sales.designs, item.productId, 1, item.net);
    }
  }
  const sold = [...sales.designs.values()].reduce((sum, { count }) => sum + count, 0);
  return { ...sales, sold };
}

/** Adds to a sum where it is, because a year's report adds tens of thousands. */
export function add(sums: Map<string, Sum>, key: string, count: number, cents: number): void {
  const sum = sums.get(key);
  if (!sum) {
    sums.set(key, { count, cents });
    return;
  }
  sum.count += count;
  sum.cents += cents;
}

export function addCoupon(
  sums: Map<string, CouponSum>,
  code: string,
  { count, cents, discount }: CouponSum,
): void {
  const sum = sums.get(code);
  if (!sum) {
    sums.set(code, { count, cents, discount });
    return;
  }
  sum.count += count;
  sum.cents += cents;
  sum.discount += discount;
}

/** Bounded by each day alone: bounds of the whole range would be read again for every day. */
async function simpleDays(read: Reader, days: Days, isTrial: boolean): Promise<Map<string, Sum>> {
  const { rows } = await sql<{ startsAt: string } & Sum>`
    WITH days("startsAt", "endsAt") AS (VALUES ${dayValues(days)})
    SELECT days."startsAt", count(*) AS count, sum(orders."totalPrice") AS cents
    FROM days CROSS JOIN orders WHERE ${isSold(isTrial)} AND NOT ${isOdd}
      AND orders."paidAt" >= days."startsAt" AND orders."paidAt" < days."endsAt"
    GROUP BY days."startsAt"
  `.execute(read);
  return new Map(rows.map(({ startsAt, count, cents }) => [startsAt, { count, cents }]));
}

async function simpleDesigns(
  read: Reader,
  days: Days,
  isTrial: boolean,
): Promise<Map<string, Sum>> {
  const { rows } = await sql<{ productId: string } & Sum>`
    SELECT items."productId", count(*) AS count,
      sum(${itemPrice}) AS cents
    FROM orders CROSS JOIN "orderItems" AS items
    WHERE items."orderId" = orders.id AND ${isSale(days, isTrial)} AND NOT ${isOdd}
    GROUP BY items."productId"
  `.execute(read);
  return new Map(rows.map(({ productId, count, cents }) => [productId, { count, cents }]));
}

async function simpleGroups(read: Reader, days: Days, isTrial: boolean) {
  const { rows } = await sql<{ code: string | null; country: string; discount: number } & Sum>`
    SELECT orders."couponCode" AS code, trim(orders."customerCountry") AS country, count(*) AS count,
      sum(orders."totalPrice") AS cents, sum(orders."couponDiscount") AS discount
    FROM orders WHERE ${isSale(days, isTrial)} AND NOT ${isOdd}
    GROUP BY orders."couponCode", trim(orders."customerCountry")
  `.execute(read);
  return rows;
}

/** The orders to be counted one by one, with what each item brought in. */
async function oddOrders(read: Reader, days: Days, isTrial: boolean) {
  const { rows } = await sql<{
    id: string;
    paidAt: string;
    captured: number;
    code: string | null;
    discount: number;
    country: string;
    refunded: number;
    productId: string;
    price: number;
    itemRefunded: number;
  }>`
    SELECT orders.id, orders."paidAt", coalesce(orders."capturedAmount", 0) AS captured,
      orders."couponCode" AS code, orders."couponDiscount" AS discount,
      trim(orders."customerCountry") AS country, items."productId",
      ${itemPrice} AS price,
      (SELECT coalesce(sum(amount), 0) FROM refunds WHERE refunds."orderId" = orders.id
        AND kind = 'refund' AND "orderItemId" IS NULL) AS refunded,
      (SELECT coalesce(sum(amount), 0) FROM refunds WHERE refunds."orderId" = orders.id
        AND kind = 'refund' AND "orderItemId" = items.id) AS "itemRefunded"
    FROM orders CROSS JOIN "orderItems" AS items
    WHERE items."orderId" = orders.id AND ${isSale(days, isTrial)} AND ${isOdd}
    ORDER BY orders.id, items.position
  `.execute(read);
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { paidAt, captured, code, discount, country, refunded } = first;
    const items = own.map(({ price, itemRefunded }) => ({ price, refunded: itemRefunded }));
    const sold = itemSales({ captured, refunded, items });
    return [
      {
        paidAt,
        code,
        discount,
        country,
        items: own.map(({ productId }, place) => ({
          productId,
          net: sold[place]?.net ?? 0,
          isSold: sold[place]?.isSold ?? false,
        })),
      },
    ];
  });
}

/** The designs that were sold, the best first. */
export interface DesignSales {
  readonly id: string;
  readonly title: string;
  readonly designers: readonly string[];
  readonly sold: number;
  readonly cents: number;
}

export async function namedDesigns(
  read: Reader,
  { designs }: Pick<Sales, 'designs'>,
): Promise<DesignSales[]> {
  const products = await read.selectFrom('products').select(['id', 'title', 'designers']).execute();
  // Thousands of designs have the same few designers.
  const parsed = new Map<string, readonly string[]>();
  const namesIn = (json: string): readonly string[] => {
    const names = parsed.get(json) ?? (JSON.parse(json) as string[]);
    parsed.set(json, names);
    return names;
  };
  const named: DesignSales[] = [];
  for (const { id, title, designers } of products) {
    const sum = designs.get(id);
    if (!sum) continue;
    const { count: sold, cents } = sum;
    named.push({ id, title, designers: namesIn(designers), sold, cents });
  }
  return named.sort((a, b) => b.cents - a.cents || a.title.localeCompare(b.title));
}

/** Each designer's part: the sales of a joint design are split evenly. */
export function byDesigner(designs: readonly DesignSales[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { designers, sold, cents } of designs) {
    const shares = sharesOf(
      cents,
      designers.map(() => 1),
    );
    for (const [place, name] of designers.entries()) add(sums, name, sold, shares[place] ?? 0);
  }
  return sums;
}
