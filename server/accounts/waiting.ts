import type { Database } from '../platform/database/open.ts';

/** How many buyers wait to be approved, and how many orders for somebody to look at them. */
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
