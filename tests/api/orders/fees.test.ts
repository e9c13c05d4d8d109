import { expect, it } from 'vitest';
import type { ProviderCapture } from '#server/orders/payments/gateway.ts';
import { settle } from '#server/orders/payments/settle.ts';
import { approvedOrder, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';

async function feeOf({ services }: PaymentShop, orderId: string) {
  const order = await services.database.read
    .selectFrom('orders')
    .select(['state', 'fee'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return [order.state, order.fee];
}

const usd = (cents: number) => ({ cents, currency: 'USD' });

async function settled(captures: readonly Omit<ProviderCapture, 'id' | 'amount'>[]) {
  const shop = await openPaymentShop();
  const { orderId } = await approvedOrder(shop);
  const { totalPrice } = await shop.services.database.read
    .selectFrom('orders')
    .select('totalPrice')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const provider = {
    id: 'PAYPAL-1',
    status: 'COMPLETED',
    reference: orderId,
    captures: captures.map((capture, place) => ({
      id: `C-${place}`,
      amount: usd(totalPrice),
      ...capture,
    })),
    refunds: [],
    method: 'card',
  } as const;
  await settle(shop.services, orderId, provider, 'webhook');
  return { shop, orderId, provider };
}

it('a payment keeps what the provider took of it', async () => {
  const shop = await openPaymentShop();
  const { orderId } = await approvedOrder(shop);
  await shop.capture(orderId);

  const [state, fee] = await feeOf(shop, orderId);

  expect(state).toBe('paid');
  expect(fee).toBeGreaterThan(49);
});

it('a fee that the provider doesn’t say is unknown, not nothing, until it says so', async () => {
  const { shop, orderId, provider } = await settled([{ status: 'COMPLETED' }]);
  const before = await feeOf(shop, orderId);
  const captures = provider.captures.map((capture) => ({ ...capture, fee: usd(91) }));

  await settle(shop.services, orderId, { ...provider, captures }, 'reconciler');

  expect(before).toEqual(['paid', null]);
  expect(await feeOf(shop, orderId)).toEqual(['paid', 91]);
});

it.each([
  { cents: 91, currency: 'EUR' },
  { cents: 90.5, currency: 'USD' },
])('a fee of %o isn’t counted as cents of ours', async (fee) => {
  const { shop, orderId } = await settled([{ status: 'COMPLETED', fee }]);

  expect(await feeOf(shop, orderId)).toEqual(['paid', null]);
});
