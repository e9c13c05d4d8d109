import { describe, expect, it } from 'vitest';
import { readPaper } from '#server/orders/papers/read-paper.ts';
import { transition } from '#server/orders/payments/order-state.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { refreshOrder } from '#server/orders/payments/refresh-order.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { altered } from '#tests/support/payment-faults.ts';
import { approvedOrder, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';

const day = 86_400_000;
const pending = altered((text) => text.replaceAll('"COMPLETED"', '"PENDING"'));

function paperOf(shop: PaymentShop, orderId: string, number: string) {
  const { database, env } = shop.services;
  return readPaper(database.read, env, { orderId, number, size: 'a4' });
}

/** An order that was cancelled before the shop saw its payment, which was pending. */
async function cancelledWhilePending() {
  const shop = await openPaymentShop();
  const { orderId, paypalOrderId } = await approvedOrder(shop);
  await shop.services.gateway.captureOrder(paypalOrderId ?? '', 'by hand');
  await makeChange(shop.services, (change) =>
    transition(change, orderId, { from: ['provider_created'], to: 'void', kind: 'void' }),
  );
  shop.provider.plan('get', pending);
  await refreshOrder(shop.services, await shop.order(orderId), 'webhook');
  return { shop, orderId };
}

describe('money of which a payment or refund was pending', () => {
  it('has no day but that of the receipt', async () => {
    const shop = await openPaymentShop();
    shop.provider.plan('capture', pending);
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    shop.pass(5 * day);
    await reconcileOnce(shop.services);

    const paper = await paperOf(shop, orderId, 'PRACTICE-R-2026-000001');

    expect(await shop.order(orderId)).toMatchObject({ state: 'paid', takenAt: null });
    expect(paper?.facts.map(([name]) => name)).toEqual(['Date', 'Order', 'Paid with']);
  });

  it('has no day if the order was cancelled meanwhile', async () => {
    const { shop, orderId } = await cancelledWhilePending();
    expect(await shop.order(orderId)).toMatchObject({ state: 'review', takenAt: null });
    shop.pass(5 * day);
    await refreshOrder(shop.services, await shop.order(orderId), 'webhook');

    const order = await shop.order(orderId);

    expect(order).toMatchObject({ state: 'review', takenAt: null });
    expect(order.capturedAmount).toBe(order.totalPrice);
  });

  it('has no day but that of the credit note', async () => {
    const { shop, orderId, refund, reconcile } = await openRefundShop([900]);
    shop.provider.plan(
      'refund',
      altered((text) => text.replace('"COMPLETED"', '"PENDING"')),
    );
    await refund(null, 900);
    shop.pass(5 * day);
    await reconcile();

    const paper = await paperOf(shop, orderId, 'PRACTICE-C-2026-000001');

    expect(paper?.facts.map(([name]) => name)).not.toContain('Refunded on');
  });
});
