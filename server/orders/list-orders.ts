import { type Selectable, type SqlBool, sql } from 'kysely';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import type { OrderEntry, OrderFilter } from '#contract/studio/orders.ts';
import { toWire } from '#contract/wire/money.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Database } from '../platform/database/open.ts';
import type { OrderState, Tables } from '../platform/database/tables.ts';
import {
  countUpTo,
  listPage,
  longPage,
  pageOffset,
  rowsOfLongPage,
} from '../platform/http/list-page.ts';
import type { OrderRow } from './payments/order-state.ts';
import { refundedCents } from './payments/refundable.ts';
import { isDisputed, paymentState } from './present-order.ts';
import { ordersFound, searchedPage } from './search-orders.ts';

type Query = StudioCallInput<'orders'>['query'];

const open = ['draft', 'provider_creating', 'provider_created', 'capturing'] as const;

/** A page of orders, newest first. */
export async function orderPage(read: Database['read'], query: Query) {
  const { rows, total, isCounted } =
    (await searched(read, query)) ?? (await filteredPage(read, query));
  const ids = rows.map(({ id }) => id);
  return { ...listPage(await orderEntries(read, ids), total), isCounted };
}

async function searched(read: Database['read'], { state, buyerId, ...query }: Query) {
  const states = state === 'all' ? [] : statesOf(state);
  return states === null || buyerId !== undefined ? null : searchedPage(read, { ...query, states });
}

/** The states that a filter stands for; null if it is about refunds or disputes. */
function statesOf(filter: OrderFilter): readonly OrderState[] | null {
  if (filter === 'open') return open;
  return filter === 'paid' || filter === 'review' || filter === 'void' ? [filter] : null;
}

async function filteredPage(read: Database['read'], query: Query) {
  const found = matching(read, query);
  const counted = await countUpTo(
    read,
    isRefundedOnly(query) ? refundedOrders(read).distinct() : found,
  );
  const rows = await found
    .select('orders.id')
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(rowsOfLongPage)
    .offset(pageOffset(query.page))
    .execute();
  return longPage(rows, counted, query.page);
}

/** A buyer's `count` newest orders, and how many there are in total. */
export async function ordersOfBuyer(read: Database['read'], accountId: string, count: number) {
  const theirs = read.selectFrom('orders').where('accountId', '=', accountId);
  const total = await countOf(theirs);
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

/** Whether a filter's orders can be counted by their refunds alone. */
function isRefundedOnly({ state, search, from, until, buyerId }: Query): boolean {
  return state === 'refunded' && search === '' && (from ?? until ?? buyerId) === undefined;
}

function matching(read: Database['read'], query: Query) {
  const { search, state, from, until, buyerId } = query;
  const states = statesOf(state) ?? [];
  return ordersFound(read, search)
    .$if(state === 'refunded', (orders) => orders.where('orders.id', 'in', refundedOrders(read)))
    .$if(state === 'disputed', (orders) =>
      orders.innerJoin(disputedOrders(read).as('disputed'), 'disputed.orderId', 'orders.id'),
    )
    .$if(states.length > 0, (orders) => orders.where('orders.state', 'in', states))
    .$if(from !== undefined, (orders) => orders.where('orders.createdAt', '>=', from ?? ''))
    .$if(until !== undefined, (orders) => orders.where('orders.createdAt', '<', until ?? ''))
    .$if(buyerId !== undefined, (orders) => orders.where('orders.accountId', '=', buyerId ?? ''));
}

function refundedOrders(read: Database['read']) {
  return read.selectFrom('refunds').select('refunds.orderId').where('refunds.kind', '=', 'refund');
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
    customerName: order.customerName,
  };
}
