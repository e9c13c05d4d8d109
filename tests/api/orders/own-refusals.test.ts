import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { runChecks } from '#server/operations/doctor/run-checks.ts';
import { claimTry, tryPayments } from '#server/orders/payments/payment-troubles.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { startPaymentTries } from '#server/orders/payments/try-payments.ts';
import { callRefused } from '#tests/support/call.ts';
import { answering, type Fault, refusing } from '#tests/support/payment-faults.ts';
import {
  approvedOrder,
  customer,
  openPaymentShop,
  type PaymentShop,
  studioEmail,
} from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail as staffEmail } from '#tests/support/studio-person.ts';

const hour = 3_600_000;
const live = {
  PAYPAL_CLIENT_ID: 'A'.repeat(80),
  PAYPAL_CLIENT_SECRET: 'A'.repeat(80),
  PAYPAL_WEBHOOK_ID: '5GP028458E2496506',
};
const restricted = refusing(422, 'PAYEE_ACCOUNT_RESTRICTED');
const unavailable = {
  code: 'PAYMENTS_UNAVAILABLE',
  message: messages.checkout.unavailable,
};

const capture = async (shop: PaymentShop, orderId: string) =>
  (await callRefused(shop.app, 'capturePayment', { body: { orderId }, token: shop.buyer.token }))
    .problem;
const checkout = async (shop: PaymentShop) =>
  (
    await callRefused(shop.app, 'checkout', {
      body: { customerDetails: customer },
      token: shop.buyer.token,
    })
  ).problem;
const asked = (shop: PaymentShop, operation: string) =>
  shop.provider.calls.filter((call) => call === operation).length;
const today = async ({ app, services }: PaymentShop) => {
  const { cookie } = await joinStudio(app, services);
  return (await callStudio(app, 'today', { cookie })).answer.payments;
};
const staffMails = async (shop: PaymentShop) =>
  (await shop.mailsTo(staffEmail)).filter(({ subject }) => subject.includes('PayPal'));
const paymentCheck = async ({ services }: PaymentShop) => {
  const checks = await runChecks({ ...services, fetch: () => Promise.reject(new TypeError()) });
  return checks.find(({ id }) => id === 'payments');
};

describe('a capture refused because of the shop’s account', () => {
  const denied: Fault = answering(403, '{"name":"NOT_AUTHORIZED","details":[]}');
  test.each([
    ['is restricted', [restricted]],
    ['is locked', [refusing(422, 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED')]],
    [
      'isn’t valid',
      [refusing(401, 'INVALID_ACCOUNT_STATUS'), refusing(401, 'INVALID_ACCOUNT_STATUS')],
    ],
    ['lacks a permission', [refusing(403, 'PERMISSION_DENIED')]],
    ['may not do this', [denied]],
    ['is refused for a reason that nobody knows', [refusing(422, 'AN_ISSUE_OF_NEXT_YEAR')]],
  ])('(it %s) keeps the order, which can be paid once it works again', async (_, faults) => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);
    shop.provider.plan('capture', ...faults);

    const problem = await capture(shop, orderId);
    const between = await shop.order(orderId);
    const again = await shop.checkout();
    await tryPayments(shop.services);
    const paid = await shop.capture(orderId);

    expect(problem).toMatchObject(unavailable);
    expect(between).toMatchObject({ state: 'provider_created', declinedAt: null });
    expect(again).toMatchObject({ orderId, paypalOrderId });
    expect(paid.status).toBe(200);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  test('is mailed once, and shown by Today and the health check until a try works', async () => {
    const shop = await openPaymentShop({ settings: live });
    const first = await approvedOrder(shop);
    shop.provider.plan('capture', restricted);
    shop.provider.plan('create', restricted);
    await capture(shop, first.orderId);
    for (let press = 0; press < 3; press += 1) await capture(shop, first.orderId);

    const shown = await today(shop);
    const fault = await paymentCheck(shop);
    const fine = await paymentCheck(shop);
    const mails = await shop.mailsTo(studioEmail);
    expect(asked(shop, 'capture')).toBe(1);
    expect(shown).toMatchObject([
      { text: expect.stringContaining('PAYEE_ACCOUNT_RESTRICTED'), isStopped: true },
    ]);
    expect(fault).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('PAYEE_ACCOUNT_RESTRICTED'),
      advice: expect.stringContaining('paypal.com'),
    });
    expect(fine).toMatchObject({ state: 'ok' });
    expect(await today(shop)).toEqual([]);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'The shop can’t take payments: PayPal refuses them',
    ]);
    expect(await staffMails(shop)).toEqual([]);
    expect(mails[0]?.text).toContain('paypal.com');
    expect(mails[0]?.text).toContain('/studio/health');
  });

  test('isn’t repeated without its buyer, who was told so', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);
    shop.provider.plan('capture', restricted);
    await capture(shop, orderId);

    await tryPayments(shop.services);
    shop.pass(hour);
    await reconcileOnce(shop.services);

    expect(shop.capturesOf(paypalOrderId)).toBe(0);
  });

  test('is repeated once it works again if the buyer had left before the answer', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);
    shop.provider.plan('capture', restricted);
    shop.pass(hour / 60);
    await reconcileOnce(shop.services);
    for (let minute = 0; minute < 10; minute += 1) {
      shop.pass(hour / 60);
      await reconcileOnce(shop.services);
    }
    const during = asked(shop, 'capture');

    await tryPayments(shop.services);
    shop.pass(hour);
    await reconcileOnce(shop.services);

    expect(during).toBe(1);
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  test('leaves nothing undecided if the credentials are refused', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    shop.pass(24 * hour);
    shop.provider.plan('token', answering(401, '{"error":"invalid_client"}'));

    const problem = await capture(shop, orderId);

    expect(problem).toMatchObject(unavailable);
    expect(await shop.order(orderId)).toMatchObject({ state: 'provider_created' });
    expect(await today(shop)).toMatchObject([{ text: expect.stringContaining('invalid_client') }]);
  });
});

test('a way to pay that isn’t set up leaves the others, for every buyer', async () => {
  const shop = await openPaymentShop();
  const { orderId } = await approvedOrder(shop);
  shop.provider.plan('capture', refusing(422, 'PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING'));

  const problem = await capture(shop, orderId);
  const paid = await shop.capture(orderId);

  expect(problem).toMatchObject({ code: 'PAYMENT_DECLINED', message: messages.checkout.otherWay });
  expect(paid.status).toBe(200);
  expect(await today(shop)).toMatchObject([
    { text: expect.stringContaining('PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING'), isStopped: false },
  ]);
});

test('an order whose number PayPal knows is created again with another', async () => {
  const shop = await openPaymentShop();
  const { orderId } = await approvedOrder(shop);
  shop.provider.plan('capture', refusing(422, 'DUPLICATE_INVOICE_ID'));

  const problem = await capture(shop, orderId);
  const again = await shop.checkout();
  await shop.approve(again.paypalOrderId);

  expect(problem).toMatchObject({ code: 'ORDER_VOID', message: messages.checkout.createAgain });
  expect(again.orderId).not.toBe(orderId);
  expect((await shop.capture(again.orderId)).status).toBe(200);
  expect(await shop.mailsTo(studioEmail)).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('DUPLICATE_INVOICE_ID') }),
  );
});

test('a declined card is the buyer’s business alone', async () => {
  const shop = await openPaymentShop();
  const { orderId } = await approvedOrder(shop);
  shop.provider.plan('capture', refusing(422, 'INSTRUMENT_DECLINED'));

  const problem = await capture(shop, orderId);

  expect(problem).toMatchObject({ code: 'PAYMENT_DECLINED', message: messages.checkout.declined });
  expect(await today(shop)).toEqual([]);
  expect(await shop.mailsTo(studioEmail)).toEqual([]);
});

describe('an order that isn’t created because of the shop’s account', () => {
  test('is kept, and PayPal is asked once an hour until it works again', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    shop.provider.plan('create', restricted, restricted);

    const problems = [await checkout(shop), await checkout(shop), await checkout(shop)];
    const early = await claimTry(shop.services, false);
    shop.pass(hour / 2);
    await reconcileOnce(shop.services);
    shop.pass(hour / 2);
    const claims = await Promise.all([
      claimTry(shop.services, false),
      claimTry(shop.services, false),
    ]);
    await tryPayments(shop.services);
    problems.push(await checkout(shop));
    const during = asked(shop, 'create');
    shop.pass(hour);
    expect(await claimTry(shop.services, false)).toBe(true);
    await tryPayments(shop.services);
    const { orderId, paypalOrderId } = await shop.checkout();

    const orders = await shop.services.database.read.selectFrom('orders').select('id').execute();
    for (const problem of problems) expect(problem).toMatchObject(unavailable);
    expect(early).toBe(false);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(during).toBe(2);
    expect(paypalOrderId).not.toBeNull();
    expect(orders).toEqual([{ id: orderId }]);
    expect(await shop.mailsTo(studioEmail)).toHaveLength(1);
  });

  test('is tried at once when the shop starts, for example with new credentials', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    shop.provider.plan('token', answering(401, '{"error":"invalid_client"}'));
    const problem = await checkout(shop);

    await startPaymentTries(shop.services).stop();

    expect(problem).toMatchObject(unavailable);
    expect((await shop.checkout()).paypalOrderId).not.toBeNull();
  });

  test('is tried again soon if the try gets no answer', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    shop.provider.plan('create', restricted, answering(503, ''));
    await checkout(shop);
    shop.pass(hour);
    await claimTry(shop.services, false);
    await tryPayments(shop.services);

    expect(await checkout(shop)).toMatchObject(unavailable);
    shop.pass(hour / 10);
    expect(await claimTry(shop.services, false)).toBe(true);
  });
});

describe('a refund refused because of the shop’s account', () => {
  test('is mailed, and shown until a refund works', async () => {
    const made = await openRefundShop([500]);
    made.shop.provider.plan('refund', refusing(422, 'REFUND_FAILED_INSUFFICIENT_FUNDS'));

    const refused = await made.refund(null, 500);
    const shown = await today(made.shop);
    await made.refund(null, 500);

    expect(refused).toMatchObject({ kind: 'refused' });
    expect(shown).toMatchObject([
      { text: expect.stringContaining('REFUND_FAILED_INSUFFICIENT_FUNDS'), isStopped: false },
    ]);
    expect(await today(made.shop)).toEqual([]);
    expect(await made.shop.mailsTo(studioEmail)).toContainEqual(
      expect.objectContaining({ subject: 'PayPal refuses refunds of the shop' }),
    );
  });

  test('stays open if the permission is missing, is made later, and stops no payment', async () => {
    const made = await openRefundShop([500]);
    made.shop.provider.plan('refund', refusing(403, 'PERMISSION_DENIED'));

    const denied = await made.refund(null, 500);
    const shown = await today(made.shop);
    await made.shop.fillCart(await made.shop.addDesign());
    const { paypalOrderId } = await made.shop.checkout();
    await made.reconcile();

    expect(denied).toEqual({ kind: 'open' });
    expect(shown).toMatchObject([{ text: expect.stringContaining('PERMISSION_DENIED') }]);
    expect(paypalOrderId).not.toBeNull();
    expect(await made.atProvider()).toEqual([500]);
  });
});
