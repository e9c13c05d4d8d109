import type { Hono } from 'hono';
import { send } from '#tests/support/call.ts';
import type { Acknowledged, Workplace } from './workplace.ts';

/** Null if it is refused. */
export async function checkOutOnce(app: Hono, token: string, email: string) {
  const customerDetails = { name: 'Trial Buyer', email, country: '', city: '' };
  const response = await send(app, 'checkout', { token, body: { customerDetails } });
  const answer = (await response.json()) as { orderId: string; paypalOrderId: string };
  return response.ok ? answer : null;
}

/** Records that a shop answered that the order is paid. */
export function notePaid(done: Acknowledged, orderId: string): void {
  done.paid.push(orderId);
  done.paidAt.set(orderId, Date.now());
  done.writes += 1;
}

export async function approve(
  { providerUrl }: Pick<Workplace, 'providerUrl'>,
  paypalOrderId: string,
): Promise<void> {
  await fetch(`${providerUrl}/buyer/orders/${paypalOrderId}/approve`, {
    method: 'POST',
    body: JSON.stringify({ source: 'paypal', isDeclined: false }),
  });
}
