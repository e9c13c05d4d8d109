import { expect, test } from 'vitest';
import type { CommissionMove } from '#contract/shop/commission-states.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { requestRefund } from '#server/orders/payments/request-refund.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { readSales } from '#server/reports/sales.ts';
import { call } from '#tests/support/call.ts';
import {
  type CommissionShop,
  inParts,
  openCommissionShop,
  staffId,
} from '#tests/support/commission-shop.ts';
import { newId } from '#tests/support/new-id.ts';
import { dropAfter, refusing } from '#tests/support/payment-faults.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** A commission of which deposit and rest are paid, and its studio. */
async function paidInParts() {
  const made = await openCommissionShop(inParts);
  const deposit = await made.pay({ part: 'deposit' });
  const rest = await made.pay({ part: 'rest' });
  const { cookie } = await joinStudio(made.shop.app, made.shop.services);
  return { made, deposit, rest, cookie };
}

function returned({ shop }: CommissionShop, ...paypalOrderIds: readonly (string | null)[]) {
  return paypalOrderIds.map((id) =>
    (shop.practice.order(id ?? '')?.refunds ?? []).map(({ amount }) => amount.value),
  );
}

const steps: Readonly<Record<string, readonly CommissionMove[]>> = {
  paid: [],
  drawing: ['draw'],
  delivered: ['draw', 'deliver'],
  changes_wanted: ['draw', 'deliver', 'askForChanges'],
};

test.each(Object.entries(steps))('one press refunds deposit and rest when %s', async (_, moves) => {
  const { made, deposit, rest, cookie } = await paidInParts();
  const { app } = made.shop;
  for (const move of moves) await made.move(move);
  const at = { params: { id: made.requestId }, cookie };

  const { answer: before } = await callStudio(app, 'commissionPayments', at);
  const { answer: after } = await callStudio(app, 'refundCommission', {
    ...at,
    body: { amount: 120 },
  });

  expect(before.left).toBe(120);
  expect(before.payments.map(({ part, totalPrice }) => [part, totalPrice])).toEqual([
    ['deposit', 40],
    ['rest', 80],
  ]);
  expect(after.payments.map(({ paymentState }) => paymentState)).toEqual(['refunded', 'refunded']);
  expect(after.left).toBe(0);
  expect(returned(made, deposit.paypalOrderId, rest.paypalOrderId)).toEqual([['40.00'], ['80.00']]);
  expect(await made.state()).toBe('refunded');
});

test('of a refund that the provider refuses in part, only that part is repeated', async () => {
  const { made, deposit, rest, cookie } = await paidInParts();
  const { app, provider } = made.shop;
  const at = { params: { id: made.requestId }, cookie };
  const refund = (amount: number) => ({ ...at, body: { amount } });
  provider.plan('refund', refusing(422, 'REFUND_FAILED_INSUFFICIENT_FUNDS'));

  await studioRefused(app, 'refundCommission', refund(120));
  expect(await made.state()).toBe('paid');
  const { answer } = await callStudio(app, 'commissionPayments', at);
  await studioRefused(app, 'refundCommission', refund(answer.left + 1));
  await callStudio(app, 'refundCommission', refund(answer.left));

  expect(returned(made, deposit.paypalOrderId, rest.paypalOrderId)).toEqual([['40.00'], ['80.00']]);
  expect(await made.state()).toBe('refunded');
});

test('a refund whose answer was lost moves its request once the provider shows it', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  await made.pay();
  const { cookie } = await joinStudio(shop.app, shop.services);
  shop.provider.plan('refund', dropAfter);

  const { answer } = await callStudio(shop.app, 'refundCommission', {
    params: { id: made.requestId },
    body: { amount: 120 },
    cookie,
  });
  expect(answer.payments).toMatchObject([{ isRefunding: true }]);
  expect(await made.state()).toBe('paid');
  shop.pass(3_700_000);
  await reconcileOnce(shop.services);

  expect(await made.state()).toBe('refunded');
});

test('the rest can’t be paid while the deposit is being refunded', async () => {
  const made = await openCommissionShop(inParts);
  const { shop } = made;
  const { orderId } = await made.pay({ part: 'deposit' });
  const rest = await made.checkout({ part: 'rest' });
  await shop.approve(rest.paypalOrderId);
  await makeAuditedChange(shop.services, staffId, (change) =>
    requestRefund(change, { orderId, itemId: null, expected: 4000 }),
  );

  expect((await shop.capture(rest.orderId)).status).toBe(409);

  expect(shop.capturesOf(rest.paypalOrderId)).toBe(0);
  expect(await made.refusal({ part: 'rest' })).toEqual({ status: 409, code: 'CONFLICT' });
});

test('a deposit of which a part was returned still lets the rest be paid', async () => {
  const made = await openCommissionShop(inParts);
  const { shop } = made;
  const { orderId } = await made.pay({ part: 'deposit' });
  await shop.services.database.write((tx) =>
    tx
      .insertInto('refunds')
      .values({
        ...{ id: newId(), orderId, kind: 'refund', providerId: 'of a part', amount: 500 },
        createdAt: shop.services.clock().toISOString(),
      })
      .execute(),
  );

  const rest = await made.pay({ part: 'rest' });

  expect((await shop.order(rest.orderId)).state).toBe('paid');
});

test('one of two payments isn’t refunded alone before the design is accepted', async () => {
  const { made, rest, cookie } = await paidInParts();
  const { app } = made.shop;

  const { problem } = await studioRefused(app, 'refundOrder', {
    params: { orderId: rest.orderId },
    body: { itemId: null, amount: 80 },
    cookie,
  });

  expect(problem).toMatchObject({ code: 'CONFLICT', message: commissionMessages.refundTogether });
  expect(returned(made, rest.paypalOrderId)).toEqual([[]]);
});

test('a design isn’t accepted while its price is on its way back', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  const { orderId } = await made.pay();
  await made.deliver();
  await makeAuditedChange(shop.services, staffId, (change) =>
    requestRefund(change, { orderId, itemId: null, expected: 12_000 }),
  );

  await expect(made.move('accept', 'buyer')).rejects.toThrow(commissionMessages.beingRefunded);

  expect(await made.state()).toBe('delivered');
});

test('a refund of the rest of an accepted design ends its licence', async () => {
  const { made, rest, cookie } = await paidInParts();
  const { app, buyer } = made.shop;
  await made.deliver();
  await made.move('accept', 'buyer');

  await callStudio(app, 'refundOrder', {
    params: { orderId: rest.orderId },
    body: { itemId: null, amount: 80 },
    cookie,
  });

  const { orders } = (await call(app, 'orders', { query: {}, token: buyer.token })).answer;
  expect(orders.flatMap(({ items }) => items.map(({ isRevoked }) => isRevoked))).toEqual([
    true,
    true,
  ]);
});

test('a refund ends an unpaid order for the rest', async () => {
  const made = await openCommissionShop(inParts);
  const { shop } = made;
  await made.pay({ part: 'deposit' });
  const rest = await made.checkout({ part: 'rest' });
  const { cookie } = await joinStudio(shop.app, shop.services);

  await callStudio(shop.app, 'refundCommission', {
    params: { id: made.requestId },
    body: { amount: 40 },
    cookie,
  });

  expect((await shop.order(rest.orderId)).state).toBe('void');
  expect(await made.state()).toBe('refunded');
});

test('an accepted commission stays accepted when its order is refunded, and its files go', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  const { orderId } = await made.pay();
  await made.deliver();
  await made.move('accept', 'buyer');
  const { cookie } = await joinStudio(shop.app, shop.services);

  const refused = await studioRefused(shop.app, 'refundCommission', {
    params: { id: made.requestId },
    body: { amount: 120 },
    cookie,
  });
  await callStudio(shop.app, 'refundOrder', {
    params: { orderId },
    body: { itemId: null, amount: 120 },
    cookie,
  });

  expect(refused.problem.code).toBe('CONFLICT');
  expect(await made.state()).toBe('accepted');
  const { orders } = (await call(shop.app, 'orders', { query: {}, token: shop.buyer.token }))
    .answer;
  expect(orders[0]?.items[0]).toMatchObject({ isRevoked: true, downloadLink: '' });
});

test('an ordinary refund of the only payment ends a commission that isn’t accepted', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  const { orderId } = await made.pay();
  const { cookie } = await joinStudio(shop.app, shop.services);

  await callStudio(shop.app, 'refundOrder', {
    params: { orderId },
    body: { itemId: null, amount: 120 },
    cookie,
  });

  expect(await made.state()).toBe('refunded');
});

test('reports count its money, and no sale of a design in the shop', async () => {
  const { made } = await paidInParts();
  const { services } = made.shop;
  const now = services.clock().getTime();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const day = { day: '2026-03-01', startsAt: at(-3_600_000), endsAt: at(3_600_000) };

  const sales = await readSales(services.database.read, [day], true);

  expect([...sales.days.values()]).toEqual([{ count: 2, cents: 12_000 }]);
});
