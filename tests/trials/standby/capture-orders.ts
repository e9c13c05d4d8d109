import { setTimeout as pause } from 'node:timers/promises';
import type { Hono } from 'hono';
import { call } from '#tests/support/call.ts';
import type { TestAccount } from '#tests/support/sign-up.ts';
import { approve, checkOutOnce, notePaid } from '../instances/buy.ts';
import { type Acknowledged, newKey } from '../instances/workplace.ts';

/** An order whose payment its buyer approved. */
interface ApprovedOrder {
  readonly token: string;
  readonly orderId: string;
}

/** Has each of the buyers order one of the designs, one after another, and approve the payment. */
export async function approveOrders(
  { app, providerUrl }: { readonly app: Hono; readonly providerUrl: string },
  buyers: readonly TestAccount[],
  designs: readonly string[],
): Promise<ApprovedOrder[]> {
  const orders: ApprovedOrder[] = [];
  for (const [at, { token, email }] of buyers.entries()) {
    const productId = designs[at] ?? '';
    await call(app, 'cartAdd', { token, key: newKey(), body: { productId } });
    const order = await checkOutOnce(app, token, email);
    if (!order) throw new Error('An order was refused.');
    await approve({ providerUrl }, order.paypalOrderId);
    orders.push({ token, orderId: order.orderId });
  }
  return orders;
}

/** Captures the orders one after another within so many ms, each from two windows, until each is paid. */
export async function captureOrders(
  app: Hono,
  orders: readonly ApprovedOrder[],
  withinMs: number,
  done: Acknowledged,
): Promise<void> {
  await Promise.all(
    orders.map(async ({ token, orderId }, at) => {
      await pause((at * withinMs) / orders.length);
      const capture = () => call(app, 'capturePayment', { token, body: { orderId } });
      await Promise.all([capture(), capture()]);
      notePaid(done, orderId);
    }),
  );
}
