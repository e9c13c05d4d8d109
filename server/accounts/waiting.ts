import type { Database } from '../platform/database/open.ts';

/** How many buyers are waiting for approval, and how many orders for a review. */
export async function countWaiting(read: Database['read']) {
  const [buyers, orders] = await Promise.all([
    read
      .selectFrom('accounts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'pending')
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'review')
      .executeTakeFirstOrThrow(),
  ]);
  return { buyers: buyers.count, orders: orders.count };
}
