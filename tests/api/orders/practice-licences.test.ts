import { expect, test } from 'vitest';
import type { Order } from '#contract/shop/order.ts';
import { reasonNotToPay } from '#server/commissions/take-payment.ts';
import { revokePracticeLicences } from '#server/orders/practice-licences.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { call } from '#tests/support/call.ts';
import { inParts, openCommissionShop } from '#tests/support/commission-shop.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { openReviewShop } from '#tests/support/review-shop.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';
import { openYearlyShop } from '#tests/support/yearly-shop.ts';

/** What practice payments have bought, once the shop takes real ones. */

const goLive = ({ env }: Pick<TestServices, 'env'>) =>
  Object.assign(env, {
    payments: { mode: 'live', clientId: '', clientSecret: '', webhookId: '' },
  });

async function buy(shop: PaymentShop, price: number): Promise<string> {
  await shop.fillCart(await shop.addDesign({ price: 700, discountedPrice: price }));
  const { orderId, paypalOrderId } = await shop.checkout();
  if (paypalOrderId !== null) await shop.approve(paypalOrderId);
  await shop.capture(orderId);
  return orderId;
}

async function itemOf({ app, buyer }: PaymentShop, orderId: string): Promise<Order['items'][0]> {
  const { orders } = (await call(app, 'orders', { query: {}, token: buyer.token })).answer;
  const [item] = orders.find(({ _id }) => _id === orderId)?.items ?? [];
  if (!item) throw new Error('There is no such order.');
  return item;
}

test('is licensed no more, other than what was free or is paid now', async () => {
  const shop = await openPaymentShop();
  const { services, app } = shop;
  const [paid, free] = [await buy(shop, 600), await buy(shop, 0)];
  await revokePracticeLicences(services);
  expect(await itemOf(shop, paid)).toMatchObject({ isRevoked: false });

  goLive(services);
  const productIds = [(await itemOf(shop, paid)).productId];
  const real = await addOrder(services, { accountId: shop.buyer.id, productIds });
  await revokePracticeLicences(services);

  expect(await itemOf(shop, paid)).toMatchObject({ isRevoked: true, downloadLink: '' });
  expect(await itemOf(shop, free)).toMatchObject({ isRevoked: false });
  expect(await itemOf(shop, real.id)).toMatchObject({ isRevoked: false });
  await services.catalogue.refresh();
  expect((await call(app, 'licenceRegister', {})).answer.revoked).not.toBe('');
});

test('is licensed on if it was free in an order with something paid', async () => {
  const shop = await openPaymentShop();
  const { services, app } = shop;
  const { cookie } = await joinStudio(app, services);
  const [free, paid] = [
    await shop.addDesign({ price: 700, discountedPrice: 0 }),
    await shop.addDesign({ price: 600 }),
  ];
  await shop.fillCart(free, paid);
  const { orderId, paypalOrderId } = await shop.checkout();
  await shop.approve(paypalOrderId);
  await shop.capture(orderId);

  goLive(services);
  await revokePracticeLicences(services);
  await revokePracticeLicences(services);

  const { orders } = (await call(app, 'orders', { query: {}, token: shop.buyer.token })).answer;
  const revoked = orders[0]?.items.filter(({ isRevoked }) => isRevoked);
  expect(revoked?.map(({ productId }) => productId)).toEqual([paid]);
  const { items: lines } = (await callStudio(app, 'auditLines', { cookie, query: {} })).answer;
  expect(lines.filter(({ action }) => action === 'download.revoked')).toMatchObject([
    { subject: { kind: 'order', id: orderId }, after: { items: 1 } },
  ]);
});

test('can’t be restored, unless it was free', async () => {
  const shop = await openPaymentShop();
  const { services, app } = shop;
  const [paid, free] = [await buy(shop, 600), await buy(shop, 0)];
  const { cookie } = await joinStudio(app, services);
  goLive(services);
  await revokePracticeLicences(services);

  const to = async (isRevoked: boolean, orderId: string) => {
    const params = { orderId, itemId: (await itemOf(shop, orderId))._id };
    return { params, body: { isRevoked }, cookie };
  };
  const { problem } = await studioRefused(app, 'revokeItem', await to(false, paid));
  await callStudio(app, 'revokeItem', await to(true, free));
  await callStudio(app, 'revokeItem', await to(false, free));

  expect(problem.message).toContain('It was bought in a practice order');
  expect(await itemOf(shop, free)).toMatchObject({ isRevoked: false });
});

test('is no deposit of a custom design, of which nothing is due then', async () => {
  const made = await openCommissionShop(inParts);
  const { services, app, buyer } = made.shop;
  await made.pay({ part: 'deposit' });
  const { orderId } = await made.checkout({ part: 'rest' });
  const due = async () => {
    const request = { params: { id: made.requestId }, token: buyer.token };
    return (await call(app, 'ownRequest', request)).answer.due;
  };
  expect(await due()).toEqual({ part: 'rest', amount: 80 });

  goLive(services);
  await revokePracticeLicences(services);

  expect(await due()).toBeNull();
  expect(await made.refusal({ part: 'rest' })).toMatchObject({ status: 409, code: 'CONFLICT' });
  const order = await made.shop.order(orderId);
  const reason = await makeChange(services, (change) =>
    reasonNotToPay(change, services.env, order),
  );
  expect(reason).toBe('the licence of the deposit was revoked');
});

test('is the deposit of a custom design for which the rest was paid with real money', async () => {
  const made = await openCommissionShop(inParts);
  const { shop } = made;
  const { cookie } = await joinStudio(shop.app, shop.services);
  const deposit = await made.pay({ part: 'deposit' });
  const rest = await made.pay({ part: 'rest' });
  await shop.services.database.write((tx) =>
    tx.updateTable('orders').set({ isPractice: 0 }).where('id', '=', rest.orderId).execute(),
  );

  goLive(shop.services);
  await revokePracticeLicences(shop.services);
  expect(await itemOf(shop, deposit.orderId)).toMatchObject({ isRevoked: false });

  const { _id: itemId } = await itemOf(shop, deposit.orderId);
  const params = { orderId: deposit.orderId, itemId };
  await callStudio(shop.app, 'revokeItem', { params, body: { isRevoked: true }, cookie });
  await callStudio(shop.app, 'revokeItem', { params, body: { isRevoked: false }, cookie });
  expect(await itemOf(shop, deposit.orderId)).toMatchObject({ isRevoked: false });
});

test('isn’t released from its review', async () => {
  const { shop, orderId, decide } = await openReviewShop();
  goLive(shop.services);

  expect(await decide('grant')).toBe(409);
  expect(await shop.order(orderId)).toMatchObject({ state: 'review' });
  expect(await decide('void')).toBe(200);
});

test('is no yearly licence any more', async () => {
  const it = await openYearlyShop();
  const { requestId } = await it.ask();
  await it.quote(requestId, it.year(it.inDays(0)));
  await it.pay(requestId);
  expect(await it.seen()).not.toBeNull();

  goLive(it.services);
  await revokePracticeLicences(it.services);

  expect(await it.seen()).toBeNull();
});
