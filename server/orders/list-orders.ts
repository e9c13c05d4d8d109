import { type Selectable, type SqlBool, sql } from 'kysely';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import type { OrderEntry } from '#contract/studio/orders.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Database } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { beginsWith, startsWith } from '../platform/database/text-search.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { buyersFound } from '../platform/sign-in/buyers-found.ts';
import type { OrderRow } from './payments/order-state.ts';
import { refundedCents } from './payments/refundable.ts';
import { isDisputed, paymentState } from './present-order.ts';

type Query = StudioCallInput<'orders'>['query'];

const open = ['draft', 'provider_creating', 'provider_created', 'capturing'] as const;

/** A page of orders, newest first. */
export async function orderPage(read: Database['read'], query: Query) {
  const found = matching(read, query);
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const ids = await found
    .select('orders.id')
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(query.page))
    .execute();
  const entries = await orderEntries(
    read,
    ids.map(({ id }) => id),
  );
  return listPage(entries, total);
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
  const isState = state === 'paid' || state === 'review' || state === 'void';
  return candidates(read, search)
    .$if(state === 'refunded', (orders) =>
      orders.innerJoin(refundedOrders(read).as('refunded'), 'refunded.orderId', 'orders.id'),
    )
    .$if(state === 'disputed', (orders) =>
      orders.innerJoin(disputedOrders(read).as('disputed'), 'disputed.orderId', 'orders.id'),
    )
    .$if(isState, (orders) => orders.where('orders.state', '=', state as 'paid'))
    .$if(state === 'open', (orders) => orders.where('orders.state', 'in', open))
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

/** Finds orders by their number, the provider's ids, the name or e-mail given at checkout, or the buyer's. */
function ordersFound(read: Database['read'], typed: string) {
  const number = typed.toUpperCase();
  const orders = () => read.selectFrom('orders').select('orders.id');
  return orders()
    .where(beginsWith(sql.ref('orders.orderNumber'), number))
    .union(orders().where(beginsWith(sql.ref('orders.orderNumber'), `PW-${number}`)))
    .union(orders().where('orders.providerCaptureId', '=', typed))
    .union(orders().where('orders.providerOrderId', '=', typed))
    .union(orders().where(startsWith(sql.ref('orders.customerName'), typed)))
    .union(orders().where(startsWith(sql.ref('orders.customerEmail'), typed)))
    .union(orders().where('orders.accountId', 'in', buyersFound(read, typed)));
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
