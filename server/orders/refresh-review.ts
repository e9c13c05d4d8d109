import type { OrderServices } from './payments/order-services.ts';
import { readOrderRow } from './payments/order-state.ts';
import { refreshOrder } from './payments/refresh-order.ts';

/**
 * Asks the provider about an order in review, so that a refund made there is recorded before the order is
 * granted. If the provider doesn't answer, what is already recorded counts.
 */
export async function refreshReview(
  services: Pick<OrderServices, 'database' | 'env' | 'clock' | 'gateway'>,
  orderId: string,
): Promise<void> {
  const order = await readOrderRow(services.database.read, orderId);
  if (order?.state === 'review' && order.providerOrderId !== null) {
    await refreshOrder(services, order, 'review');
  }
}
