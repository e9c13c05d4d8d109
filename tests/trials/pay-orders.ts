import { randomInt } from 'node:crypto';
import { grant } from '#server/orders/payments/grant.ts';
import { readOrderRow } from '#server/orders/payments/order-state.ts';
import { recordRefunds } from '#server/orders/payments/refund.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { parseEnv } from '#server/platform/env.ts';

/** `node tests/trials/pay-orders.ts`, a process of `--receipts`: pays all drafts, refunds every second one, and prints a dot for each, until none is left. */
const env = parseEnv(process.env);
const database = await openDatabase(env);
const services = { database, clock: () => new Date() };

for (;;) {
  // Others take the same ones now and then.
  const drafts = await database.read
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'draft')
    .orderBy('id')
    .limit(8)
    .execute();
  const draft = drafts[randomInt(Math.max(1, drafts.length))];
  if (!draft) break;
  await pay(draft.id);
  process.stdout.write('.');
}
await database.close();

async function pay(orderId: string): Promise<void> {
  const captured = { captureId: `CAPTURE-${orderId}`, takenAt: null, capturedAmount: 1200 };
  const payment = { ...captured, method: 'PayPal' };
  await makeChange(services, async (change) => {
    const order = await readOrderRow(change.tx, orderId);
    if (order) await grant(change, env, order, { ...payment, detail: {} });
  });
  if (Number.parseInt(orderId.slice(-1), 16) % 2 === 0) return;
  await makeChange(services, async (change) => {
    const order = await readOrderRow(change.tx, orderId);
    const amount = { cents: 500, currency: 'USD' };
    const refund = { id: `REFUND-${orderId}`, status: 'COMPLETED', amount } as const;
    if (order) await recordRefunds(change, env, order, [{ ...refund, reference: orderId }]);
  });
}
