import { expect, test } from 'vitest';
import { recordRefunds } from '#server/orders/payments/refund.ts';
import { makeChange } from '#server/platform/database/change.ts';
import {
  type CommissionShop,
  inParts,
  openCommissionShop,
} from '#tests/support/commission-shop.ts';

/** Payments for a custom request of which the shop doesn’t know how much was taken. */

/** With a paid deposit, and the rest in review. */
async function openWithRest() {
  const made = await openCommissionShop(inParts);
  const deposit = await made.pay({ part: 'deposit' });
  await made.deliver();
  const rest = await made.pay({ part: 'rest' });
  await forgetAmount(made, rest.orderId, 'review');
  return { made, deposit: deposit.orderId, rest: rest.orderId };
}

async function forgetAmount({ shop }: CommissionShop, orderId: string, state: 'paid' | 'review') {
  await shop.services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ state, capturedAmount: null })
      .where('id', '=', orderId)
      .execute(),
  );
}

async function refund({ shop }: CommissionShop, orderId: string, cents: number): Promise<void> {
  const order = await shop.order(orderId);
  const refunded = {
    id: `R-${orderId}`,
    status: 'COMPLETED',
    reference: null,
    amount: { cents, currency: 'USD' },
  } as const;
  await makeChange(shop.services, (change) =>
    recordRefunds(change, shop.services.env, order, [refunded]),
  );
}

async function revokedOf({ shop }: CommissionShop, orderId: string): Promise<boolean> {
  const { revokedAt } = await shop.services.database.read
    .selectFrom('orderItems')
    .select('revokedAt')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return revokedAt !== null;
}

test('a small refund of one in review leaves the licence of an accepted design', async () => {
  const { made, deposit, rest } = await openWithRest();
  await made.move('accept', 'buyer');

  await refund(made, rest, 100);

  expect(await revokedOf(made, deposit)).toBe(false);
});

test('a refund of one in review doesn’t count against the deposit', async () => {
  const { made, rest } = await openWithRest();

  await refund(made, rest, 4100);

  expect(await made.state()).toBe('delivered');
});

test('a deposit that the studio released is not returned', async () => {
  const made = await openCommissionShop(inParts);
  const { orderId } = await made.pay({ part: 'deposit' });
  await forgetAmount(made, orderId, 'paid');

  await made.pay({ part: 'rest' });
  await refund(made, orderId, 100);

  expect(await made.state()).toBe('paid');
});
