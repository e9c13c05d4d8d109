import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** Whether an order's buyer gets the files once it is paid, or was given those of a custom design. */
export function isWithBuyer(order: ExpressionBuilder<Tables, 'orders'>) {
  return order.or([
    order('orders.commissionId', 'is', null),
    order('orders.releasedAt', 'is not', null),
  ]);
}
