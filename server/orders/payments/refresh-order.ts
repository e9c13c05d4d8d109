import type { ProviderOrder, ProviderResult } from './gateway.ts';
import type { OrderServices } from './order-services.ts';
import type { OrderRow } from './order-state.ts';
import { type Source, settle } from './settle.ts';

/** Gets an order from the provider and records what was paid and refunded. Returns the provider's answer. */
export async function refreshOrder(
  services: Pick<OrderServices, 'database' | 'env' | 'clock' | 'gateway'>,
  { id, providerOrderId }: Pick<OrderRow, 'id' | 'providerOrderId'>,
  source: Source,
): Promise<ProviderResult<ProviderOrder>> {
  const answer = await services.gateway.getOrder(providerOrderId ?? '');
  if (answer.kind === 'ok' && answer.value.captures.length > 0) {
    await settle(services, id, answer.value, source);
  }
  return answer;
}
