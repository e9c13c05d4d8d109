import { expect, test } from 'vitest';
import { requestRefund } from '#server/orders/payments/request-refund.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { call } from '#tests/support/call.ts';
import {
  type CommissionShop,
  inParts,
  openCommissionShop,
  staffId,
} from '#tests/support/commission-shop.ts';
import { altered } from '#tests/support/payment-faults.ts';

async function dueOf({ shop, requestId }: CommissionShop) {
  const request = { params: { id: requestId }, token: shop.buyer.token };
  const { paid, due, isBeingPaid } = (await call(shop.app, 'ownRequest', request)).answer;
  return { paid, due, isBeingPaid };
}

test('a quote is due in one part or two, each until it is paid', async () => {
  const whole = await openCommissionShop();
  expect(await dueOf(whole)).toEqual({
    paid: 0,
    due: { part: 'whole', amount: 120 },
    isBeingPaid: false,
  });
  await whole.pay();
  expect(await dueOf(whole)).toEqual({ paid: 120, due: null, isBeingPaid: false });

  const halves = await openCommissionShop(inParts);
  expect(await dueOf(halves)).toMatchObject({ due: { part: 'deposit', amount: 40 } });
  await halves.pay({ part: 'deposit' });
  expect(await dueOf(halves)).toMatchObject({ paid: 40, due: { part: 'rest', amount: 80 } });
  await halves.deliver();
  await halves.move('accept', 'buyer');
  expect(await dueOf(halves)).toMatchObject({ due: { part: 'rest', amount: 80 } });
  await halves.pay({ part: 'rest' });
  expect(await dueOf(halves)).toMatchObject({ paid: 120, due: null });
});

test('nothing is due while a payment is processed, or while one is refunded', async () => {
  const pending = await openCommissionShop();
  pending.shop.provider.plan(
    'capture',
    altered((text) => text.replaceAll('"COMPLETED"', '"PENDING"')),
  );
  await pending.pay();
  expect(await dueOf(pending)).toEqual({ paid: 0, due: null, isBeingPaid: true });

  const refunding = await openCommissionShop(inParts);
  const { orderId } = await refunding.pay({ part: 'deposit' });
  await makeAuditedChange(refunding.shop.services, staffId, (change) =>
    requestRefund(change, { orderId, itemId: null, expected: 4000 }),
  );
  expect(await dueOf(refunding)).toMatchObject({ due: null });
});
