import type { Database } from '../platform/database/open.ts';
import { countResetRequests } from '../staff/reset-requests.ts';

/** How many buyers are waiting for approval, orders for a review, and staff for an owner to confirm a new password. */
export async function countWaiting(read: Database['read'], now: Date) {
  const [buyers, orders, resets] = await Promise.all([
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
    countResetRequests(read, now),
  ]);
  return { buyers: buyers.count, orders: orders.count, resets };
}
