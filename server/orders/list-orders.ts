import { type Selectable, type SqlBool, sql } from 'kysely';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import type { OrderEntry, OrderFilter } from '#contract/studio/orders.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Database } from '../platform/database/open.ts';
import type { OrderState, Tables } from '../platform/database/tables.ts';
import {
  beginsWith,
  isLike,
  isMatch,
  type SearchedText,
  searchedText,
  startsWith,
} from '../platform/database/text-search.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import type { OrderRow } from './payments/order-state.ts';
import { refundedCents } from './payments/refundable.ts';
import { isDisputed, paymentState } from './present-order.ts';

type Query = StudioCallInput<'orders'>['query'];

const open = ['draft', 'provider_creating', 'provider_created', 'capturing'] as const;

/** A page of orders, newest first. */
export async function orderPage(read: Database['read'], query: Query) {
  const { total, ids } = (await searchedPage(read, query)) ?? (await filteredPage(read, query));
  return listPage(await orderEntries(read, ids), total);
}

/**
 * The page of a search that finds no design, without reading the orders themselves, because a common part of a
 * word is in most of them. Null for a search or a filter that needs more.
 */
async function searchedPage(read: Database['read'], query: Query) {
  const { search, state, from, until, buyerId, page } = query;
  const text = searchedText(search);
  const states = state === 'all' ? [] : statesOf(state);
  if (text === null || text.shortLikes.length > 0 || states === null || buyerId !== undefined) {
    return null;
  }
  const titled = await designsTitled(read, text).limit(1).executeTakeFirst();
  if (titled) return null;
  const words = read.selectFrom('orderWords').where(isMatch(read, 'orderWords', text));
  const filtered = words
    .innerJoin('orderTexts', 'orderTexts.id', 'orderWords.rowid')
    .$if(states.length > 0, (found) => found.where('orderTexts.state', 'in', states))
    .$if(from !== undefined, (found) => found.where('orderTexts.createdAt', '>=', from ?? ''))
    .$if(until !== undefined, (found) => found.where('orderTexts.createdAt', '<', until ?? ''));
  const isFiltered = states.length > 0 || from !== undefined || until !== undefined;
  const found = isFiltered ? (filtered as unknown as typeof words) : words;
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  // It may be one of the provider's ids.
  if (total === 0) return null;
  const rowids = found
    .select('orderWords.rowid as rowid')
    .orderBy('orderWords.rowid', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(page));
  const rows = await read
    .selectFrom('orderTexts')
    .select('orderId')
    .where('id', 'in', rowids)
    .orderBy('id', 'desc')
    .execute();
  return { total, ids: rows.map(({ orderId }) => orderId) };
}

/** The states that a filter stands for; null if it is about refunds or disputes. */
function statesOf(filter: OrderFilter): readonly OrderState[] | null {
  if (filter === 'open') return open;
  return filter === 'paid' || filter === 'review' || filter === 'void' ? [filter] : null;
}

function designsTitled(read: Database['read'], { likes }: SearchedText) {
  return read
    .selectFrom('products')
    .select('products.id')
    .where(isLike(sql.ref('products.title'), likes));
}

async function filteredPage(read: Database['read'], query: Query) {
  const found = matching(read, query);
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select('orders.id')
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(query.page))
    .execute();
  return { total, ids: rows.map(({ id }) => id) };
}

/** A buyer's `count` newest orders, and how many there are in total. */
export async function ordersOfBuyer(read: Database['read'], accountId: string, count: number) {
  const theirs = read.selectFrom('orders').where('accountId', '=', accountId);
  const { total } = await theirs
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await theirs
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  const orders = await orderEntries(
    read,
    rows.map(({ id }) => id),
  );
  return { orders, total };
}

function matching(read: Database['read'], query: Query) {
  const { search, state, from, until, buyerId } = query;
  const states = statesOf(state) ?? [];
  return candidates(read, search)
    .$if(state === 'refunded', (orders) =>
      orders.innerJoin(refundedOrders(read).as('refunded'), 'refunded.orderId', 'orders.id'),
    )
    .$if(state === 'disputed', (orders) =>
      orders.innerJoin(disputedOrders(read).as('disputed'), 'disputed.orderId', 'orders.id'),
    )
    .$if(states.length > 0, (orders) => orders.where('orders.state', 'in', states))
    .$if(from !== undefined, (orders) => orders.where('orders.createdAt', '>=', from ?? ''))
    .$if(until !== undefined, (orders) => orders.where('orders.createdAt', '<', until ?? ''))
    .$if(buyerId !== undefined, (orders) => orders.where('orders.accountId', '=', buyerId ?? ''));
}

/** All orders, or those found. The cross join fixes the join order, so that only the found orders are read. */
function candidates(read: Database['read'], search: string) {
  const all = read.selectFrom('orders');
  if (search === '') return all;
  const found = read
    .selectFrom(ordersFound(read, search).as('found'))
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'found.id');
  return found as unknown as typeof all;
}

function refundedOrders(read: Database['read']) {
  return read
    .selectFrom('refunds')
    .select('refunds.orderId')
    .distinct()
    .where('refunds.kind', '=', 'refund');
}

/** Orders with more disputes opened than closed. */
function disputedOrders(read: Database['read']) {
  const ended = sql`case when ${sql.ref('refunds.kind')} = 'dispute_closed' then -1 else 1 end`;
  return read
    .selectFrom('refunds')
    .select('refunds.orderId')
    .where('refunds.kind', 'in', ['dispute', 'dispute_closed'])
    .groupBy('refunds.orderId')
    .having(sql<SqlBool>`sum(${ended}) > 0`);
}

/**
 * Finds orders by any parts of their number, the name and e-mail given at checkout and the buyer's; by parts of
 * a design's title; and by the provider's ids. One or two letters find the beginning of a number, or of the name
 * or e-mail given at checkout.
 */
function ordersFound(read: Database['read'], typed: string) {
  const orders = () => read.selectFrom('orders').select('orders.id');
  const text = searchedText(typed);
  if (text !== null) {
    return read
      .selectFrom('orderWords')
      .innerJoin('orderTexts', 'orderTexts.id', 'orderWords.rowid')
      .select('orderTexts.orderId as id')
      .where(isMatch(read, 'orderWords', text))
      .where(isLike(sql.ref('orderTexts.text'), text.shortLikes))
      .union(
        read
          .selectFrom('orderItems')
          .select('orderItems.orderId as id')
          .where('orderItems.productId', 'in', designsTitled(read, text)),
      )
      .union(orders().where('orders.providerCaptureId', '=', typed))
      .union(orders().where('orders.providerOrderId', '=', typed));
  }
  return orders()
    .where(beginsWith(sql.ref('orders.orderNumber'), `PW-${typed.toUpperCase()}`))
    .union(orders().where(startsWith(sql.ref('orders.customerName'), typed)))
    .union(orders().where(startsWith(sql.ref('orders.customerEmail'), typed)));
}

/** The list entries of the orders with these ids, in the order of the ids. */
async function orderEntries(read: Database['read'], ids: readonly string[]): Promise<OrderEntry[]> {
  if (ids.length === 0) return [];
  const [orders, items, refunds] = await Promise.all([
    read
      .selectFrom('orders')
      .innerJoin('accounts', 'accounts.id', 'orders.accountId')
      .selectAll('orders')
      .select(['accounts.firstName', 'accounts.lastName', 'accounts.email', 'accounts.deletedAt'])
      .where('orders.id', 'in', ids)
      .execute(),
    read
      .selectFrom('orderItems')
      .select(['orderId', 'productName'])
      .where('orderId', 'in', ids)
      .orderBy('position')
      .execute(),
    read.selectFrom('refunds').selectAll().where('orderId', 'in', ids).execute(),
  ]);
  const place = new Map(ids.map((id, index) => [id, index]));
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId);
  const refundsOf = Map.groupBy(refunds, ({ orderId }) => orderId);
  return orders
    .toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    .map((order) =>
      orderEntry(order, order, itemsOf.get(order.id) ?? [], refundsOf.get(order.id) ?? []),
    );
}

type Account = Pick<
  Selectable<Tables['accounts']>,
  'firstName' | 'lastName' | 'email' | 'deletedAt'
>;

/** The summary of an order shown in lists and at the top of its own screen. */
export function orderEntry(
  order: OrderRow,
  account: Account,
  items: readonly { readonly productName: string }[],
  refunds: readonly Selectable<Tables['refunds']>[],
): OrderEntry {
  const isGone = account.deletedAt !== null;
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    createdAt: order.createdAt,
    paymentState: paymentState(order, refunds),
    isDisputed: isDisputed(refunds),
    totalPrice: toWire(order.totalPrice),
    refunded: toWire(refundedCents(refunds)),
    designs: items.map(({ productName }) => productName),
    buyer: {
      id: order.accountId,
      name: isGone ? '' : `${account.firstName} ${account.lastName}`.trim(),
      email: isGone ? '' : account.email,
    },
  };
}
