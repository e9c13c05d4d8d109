import { recordAction, shopItself } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services/services.ts';
import { transition, unpaid } from './payments/order-state.ts';
import { isLive } from './receipts/receipt-numbers.ts';

/**
 * Once payments move money, cancels the practice orders that weren't finished: their buyers could pay for the same neither
 * in them nor in another.
 */
export async function cancelPracticeOrders(services: Services): Promise<void> {
  if (!isLive(services.env)) return;
  await makeAuditedChange(services, shopItself, async (change) => {
    const from = [...unpaid, 'review'] as const;
    const orders = await change.tx
      .selectFrom('orders')
      .select(['id', 'state', 'reviewReason as reason'])
      .where('isPractice', '=', 1)
      .where('state', 'in', from)
      .execute();
    const after = { state: 'void', reason: 'a practice order' };
    for (const { id, ...before } of orders) {
      await transition(change, id, { from, to: 'void', kind: 'void', detail: after });
      if (before.state !== 'review') continue;
      await recordAction(change, { action: 'review.cancelled', subjectId: id, before, after });
    }
  });
}
