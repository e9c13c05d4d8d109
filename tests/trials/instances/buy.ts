import type { Workplace } from './workplace.ts';

export async function approve({ providerUrl }: Workplace, paypalOrderId: string): Promise<void> {
  await fetch(`${providerUrl}/buyer/orders/${paypalOrderId}/approve`, {
    method: 'POST',
    body: JSON.stringify({ source: 'paypal', isDeclined: false }),
  });
}
