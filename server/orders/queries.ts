import type { Selectable } from 'kysely';
import type { CallAnswer } from '#contract/shop/calls.ts';
import type { Order } from '#contract/shop/order.ts';
import { limits } from '#contract/wire/limits.ts';
import { textsOf } from '../licences/stored-texts.ts';
import { yearsOf } from '../licences/years.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Database } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { countsOf } from './licence-counts.ts';
import { orderedBy } from './ordered-by.ts';
import type { OrderRow } from './payments/order-state.ts';
import { presentOrder } from './present-order.ts';
import { versionsOf } from './receipts/receipt-versions.ts';

/** Orders of an account, newest first, without void ones and abandoned ones (OP-19). */
export async function ordersOfAccount(
  read: Database['read'],
  accountId: string,
  now: Date,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<CallAnswer<'orders'>> {
  const oldest = new Date(now.getTime() - limits.pendingOrderHours * 3_600_000).toISOString();
  const shown = read
    .selectFrom('orders')
    .where('accountId', '=', accountId)
    .where('state', '!=', 'void')
    .where((where) =>
      where.or([
        // An order that may have cost money stays visible, however long it takes.
        where('state', 'in', ['paid', 'review', 'capturing']),
        where('createdAt', '>', oldest),
      ]),
    );
  const count = await countOf(shown);
  const rows = await shown
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const orders = await withItems(read, rows);
  return {
    orders,
    totalPages: Math.max(1, Math.ceil(Number(count) / limit)),
    licenceTexts: await textsOf(
      read,
      orders.flatMap(({ items }) => items),
    ),
  };
}

/** Every order of an account, newest first, including void and abandoned ones, with the fields that only a data export has. */
export async function everyOrderOfAccount(
  read: Database['read'],
  accountId: string,
): Promise<(Order & Pick<OrderRow, 'paidAt' | 'takenAt' | 'acceptedTermsVersion'>)[]> {
  const rows = await read
    .selectFrom('orders')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const orders = await withItems(read, rows);
  return orders.map((order, place) => ({
    ...order,
    paidAt: rows[place]?.paidAt ?? null,
    takenAt: rows[place]?.takenAt ?? null,
    acceptedTermsVersion: rows[place]?.acceptedTermsVersion ?? '',
  }));
}

/** One order of an account, in any state; null if it isn't theirs. */
export async function orderOfAccount(
  read: Database['read'],
  accountId: string,
  orderId: string,
): Promise<Order | null> {
  const rows = await read
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('accountId', '=', accountId)
    .execute();
  const [order] = await withItems(read, rows);
  return order ?? null;
}

async function withItems(
  read: Database['read'],
  orders: readonly Selectable<Tables['orders']>[],
): Promise<Order[]> {
  if (orders.length === 0) return [];
  const orderIds = orders.map((order) => order.id);
  const [items, cards, refunds] = await Promise.all([
    read
      .selectFrom('orderItems')
      .selectAll()
      .where('orderId', 'in', orderIds)
      .orderBy('position')
      .execute(),
    read
      .selectFrom('licenceCards')
      .innerJoin('orderItems', 'orderItems.id', 'orderItemId')
      .select(['orderItemId', 'card'])
      .where('orderId', 'in', orderIds)
      .execute(),
    read
      .selectFrom('refunds')
      .select(['orderId', 'kind', 'amount', 'creditNoteNumber', 'createdAt'])
      .where('orderId', 'in', orderIds)
      .execute(),
  ]);
  const files = await read
    .selectFrom('productFiles')
    .innerJoin('products', 'products.id', 'productId')
    .select(['productId', 'productFiles.name', 'bytes', 'sha256', 'archiveSha256'])
    .where('productId', 'in', [...new Set(items.map((item) => item.productId))])
    .orderBy('position')
    .execute();
  const counts = await countsOf(
    read,
    items.map(({ id }) => id),
  );
  const years = await yearsOf(
    read,
    items.map(({ id }) => id),
  );
  const receipts = Map.groupBy(await versionsOf(read, orderIds), ({ orderId }) => orderId);
  const pendingReasons = await pendingReasonsOf(read, orders);
  const colleagues = await orderedBy(read, orders);
  const itemsOf = Map.groupBy(items, (item) => item.orderId);
  const refundsOf = Map.groupBy(refunds, (refund) => refund.orderId);
  const filesOf = Map.groupBy(files, (file) => file.productId);
  const cardOf = new Map(cards.map(({ orderItemId, card }) => [orderItemId, card]));
  return orders.map((order) =>
    presentOrder({
      order,
      items: itemsOf.get(order.id) ?? [],
      filesOf,
      cards: cardOf,
      counts,
      years,
      refunds: refundsOf.get(order.id) ?? [],
      receipts: receipts.get(order.id) ?? [],
      pendingReason: pendingReasons.get(order.id),
      orderedBy: colleagues.get(order.id),
    }),
  );
}

/** The provider's last reason of each order whose payment is pending. */
async function pendingReasonsOf(
  read: Database['read'],
  orders: readonly Pick<Selectable<Tables['orders']>, 'id' | 'state'>[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const pending = orders.filter(({ state }) => state === 'capturing').map(({ id }) => id);
  if (pending.length === 0) return new Map();
  const events = await read
    .selectFrom('paymentEvents')
    .select(['orderId', 'detail'])
    .where('orderId', 'in', pending)
    .where('kind', '=', 'pending')
    .orderBy('id')
    .execute();
  return new Map(
    events.map(({ orderId, detail }) => {
      const { capture } = JSON.parse(detail) as { capture?: { reason?: string } };
      return [orderId, capture?.reason];
    }),
  );
}
