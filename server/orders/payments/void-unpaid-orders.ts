import type { Change } from '../../platform/database/change.ts';
import { transition } from './order-state.ts';

const notBegun = ['draft', 'provider_creating', 'provider_created'] as const;

/** Makes the account's orders void whose payment hasn't started. They are never captured afterwards. */
export async function voidUnpaidOrders(
  change: Change,
  accountId: string,
  reason: string,
): Promise<void> {
  const { tx } = change;
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('accountId', '=', accountId)
    .where('state', 'in', notBegun)
    .execute();
  for (const { id } of orders) {
    await transition(change, id, { from: notBegun, to: 'void', kind: 'void', detail: { reason } });
  }
}
