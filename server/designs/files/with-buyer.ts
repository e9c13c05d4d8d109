import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** Whether an order's buyer gets the files once it is paid, or was given those of a custom design. */
export function isWithBuyer(order: ExpressionBuilder<Tables, 'orders'>) {
  return order.or([
    order('orders.commissionId', 'is', null),
    order('orders.releasedAt', 'is not', null),
  ]);
}

/** Whether an order needs the files: its buyer has them, or gets them of an accepted custom design with the rest of its price. */
export function needsFiles(order: ExpressionBuilder<Tables, 'orders'>) {
  return order.or([
    isWithBuyer(order),
    order.exists(
      order
        .selectFrom('customRequests')
        .select('customRequests.id')
        .whereRef('customRequests.id', '=', 'orders.commissionId')
        .where('customRequests.state', '=', 'accepted'),
    ),
  ]);
}
