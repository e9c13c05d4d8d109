import { beforeEach, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { callRefused, send } from '#tests/support/call.ts';
import { approvedOrder, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { stuckCommits } from '#tests/support/stuck-commits.ts';

const { open, awaitStandby, passTime, passUntil, sessions } = stuckCommits();
let shop: PaymentShop;
/** Another process of the shop. */
let other: ReturnType<typeof createApp>;

beforeEach(async () => {
  shop = await openPaymentShop({ database: await open() });
  other = createApp({ ...shop.services, database: await open() });
});

/** Ten seconds, and a little. */
const longestMs = 12_000;

interface Answered {
  readonly ms: number;
  readonly status: number;
}

async function timed(answering: Promise<Response>): Promise<Answered> {
  const at = performance.now();
  const { status } = await answering;
  return { ms: performance.now() - at, status };
}

it('a payment captured from two windows while no commit is answered is taken once, and no answer takes longer than 12 s', async () => {
  const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
  const { token } = shop.buyer;
  const capture = (app = shop.app) =>
    timed(send(app, 'capturePayment', { body: { orderId }, token }));
  await awaitStandby('gone');

  const early = capture();
  await expect.poll(() => sessions("wait_event = 'SyncRep'")).toBe(1);
  const away = await passUntil(Promise.all([early, capture(other)]));
  await awaitStandby('');
  // The claim that wasn't answered may be there, and nobody works on it.
  const back = await passUntil(Promise.all([capture(), capture(other)]));
  shop.pass(61_000);
  await passUntil(reconcileOnce(shop.services));
  const last = await passUntil(Promise.all([capture(), capture(other)]));

  const all = [...away, ...back, ...last];
  expect(away.map(({ status }) => status)).toEqual([503, 503]);
  expect(last.map(({ status }) => status)).toEqual([200, 200]);
  expect(all.filter(({ status }) => status !== 503 && status !== 200)).toEqual([]);
  expect(Math.max(...all.map(({ ms }) => ms))).toBeLessThan(longestMs);
  expect(shop.capturesOf(paypalOrderId)).toBe(1);
  expect(await shop.salesOf(productId)).toBe(1);
});

it('a capture that the provider answers late is answered in time, and finished once it has', async () => {
  const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  shop.provider.plan('capture', async (pass) => {
    const response = await pass();
    await isAnswered;
    return response;
  });
  passTime();

  const { ms, status } = await passUntil(timed(shop.capture(orderId)));
  expect(status).toBe(503);
  expect(ms).toBeLessThan(longestMs);
  answer();
  await expect.poll(async () => (await shop.order(orderId)).state).toBe('paid');
  expect((await passUntil(shop.capture(orderId))).status).toBe(200);
  expect(shop.capturesOf(paypalOrderId)).toBe(1);
  expect(await shop.salesOf(productId)).toBe(1);
});

it('a capture that another window began and nobody works on is answered in time, and finished later', async () => {
  const { orderId, paypalOrderId } = await approvedOrder(shop);
  const { token } = shop.buyer;
  passTime();
  await shop.services.database.write(async (tx) => {
    await tx.updateTable('orders').set({ state: 'capturing', captureRequestId: 'begun' }).execute();
    await tx
      .insertInto('paymentEvents')
      .values({
        orderId,
        kind: 'capturing',
        detail: '{}',
        createdAt: shop.services.clock().toISOString(),
      })
      .execute();
  });
  const at = performance.now();
  const { status, problem } = await passUntil(
    callRefused(other, 'capturePayment', { body: { orderId }, token }),
  );
  expect([status, problem.code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  expect(performance.now() - at).toBeLessThan(longestMs);
  expect(shop.capturesOf(paypalOrderId)).toBe(0);

  shop.pass(61_000);
  await passUntil(reconcileOnce(shop.services));
  expect((await passUntil(shop.capture(orderId))).status).toBe(200);
  expect(shop.capturesOf(paypalOrderId)).toBe(1);
});
