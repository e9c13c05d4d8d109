import type { Hono } from 'hono';
import { send } from '#tests/support/call.ts';
import type { Workplace } from './workplace.ts';

/** Null if it is refused. */
export async function checkOutOnce(app: Hono, token: string, email: string) {
  const customerDetails = { name: 'Trial Buyer', email, country: '', city: '' };
  const response = await send(app, 'checkout', { token, body: { customerDetails } });
  const answer = (await response.json()) as { orderId: string; paypalOrderId: string };
  return response.ok ? answer : null;
}

export async function approve({ providerUrl }: Workplace, paypalOrderId: string): Promise<void> {
  await fetch(`${providerUrl}/buyer/orders/${paypalOrderId}/approve`, {
    method: 'POST',
    body: JSON.stringify({ source: 'paypal', isDeclined: false }),
  });
}
