import { expect, test } from 'vitest';
import { exclusiveMeaning } from '#contract/shop/exclusive.ts';
import { readCard } from '#contract/shop/licence-card.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { imagePath } from '#contract/shop/paths.ts';
import { quoteMessages } from '#contract/shop/quote.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { createApp } from '#server/app.ts';
import { expireQuotes } from '#server/commissions/silence.ts';
import { signMissingCards } from '#server/licences/cards/sign-missing-cards.ts';
import { cartKind, listId } from '#server/lists/product-list.ts';
import { catchUpCommissions } from '#server/orders/payments/catch-up-commissions.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { call, callRefused } from '#tests/support/call.ts';
import {
  type CommissionShop,
  inParts,
  offer,
  openCommissionShop,
} from '#tests/support/commission-shop.ts';
import { mailsOut } from '#tests/support/custom-desk.ts';
import { altered } from '#tests/support/payment-faults.ts';
import { customer } from '#tests/support/payment-shop.ts';
import { setPassword, signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

async function ordersOf({ shop, requestId }: CommissionShop) {
  return shop.services.database.read
    .selectFrom('orders')
    .select(['id', 'state', 'quotePart', 'totalPrice', 'releasedAt'])
    .where('commissionId', '=', requestId)
    .orderBy('quotePart')
    .execute();
}

async function movesOf({ shop, requestId }: CommissionShop) {
  const moves = await shop.services.database.read
    .selectFrom('commissionMoves')
    .select('move')
    .where('requestId', '=', requestId)
    .orderBy('id')
    .execute();
  return moves.map(({ move }) => move);
}

/** The order as its buyer sees it, and the status of downloading its file by a link made by hand. */
async function bought({ shop }: CommissionShop, orderId: string) {
  const { token } = shop.buyer;
  const { orders } = (await call(shop.app, 'orders', { query: {}, token })).answer;
  const order = orders.find(({ _id }) => _id === orderId);
  const [item] = order?.items ?? [];
  const link = `/api/orders/${orderId}/items/${item?._id}/download/0`;
  const headers = { Authorization: `Bearer ${token}` };
  return { order, item, status: (await shop.app.request(link, { headers })).status };
}

const aPicture = {
  hash: 'c'.repeat(64),
  width: 300,
  height: 300,
  color: '#f4c430',
  previewVersion: 1,
};

/** Puts a picture into the design of its request. */
async function addPicture({ shop, requestId }: CommissionShop): Promise<void> {
  await shop.services.database.write(async (tx) => {
    const design = tx.selectFrom('products').select('id').where('commissionId', '=', requestId);
    const { id: productId } = await design.executeTakeFirstOrThrow();
    await tx
      .insertInto('productImages')
      .values({ id: 'e'.repeat(24), productId, position: 0, ...aPicture })
      .execute();
  });
}

test('the price of a quote is paid by an order of its own', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  await addCoupon(shop.services, { code: 'TEN' });
  await shop.fillCart(await shop.addDesign());
  const { token } = shop.buyer;
  const cartId = listId(cartKind, shop.buyer.id);
  await call(shop.app, 'couponApply', { body: { code: 'TEN', cartId }, token });

  const { orderId } = await made.pay();

  expect(await made.state()).toBe('paid');
  const { answer } = await call(shop.app, 'ownRequests', { token });
  expect(answer.requests[0]?.moves.at(-1)).toMatchObject({ toState: 'paid', mover: 'buyer' });
  expect(await shop.order(orderId)).toMatchObject({
    state: 'paid',
    totalPrice: 12_000,
    capturedAmount: 12_000,
    couponCode: null,
  });
  expect((await call(shop.app, 'cart', { token })).answer.items).toHaveLength(1);
  const [receipt] = await shop.mailsTo(customer.email);
  expect(receipt?.text).toMatch(/Custom design \w{6} \(Exclusive\).*: \$120\.00/);
});

test('its files are released once it is accepted', async () => {
  const made = await openCommissionShop();
  const { orderId } = await made.pay();
  await made.deliver();

  const before = await bought(made, orderId);
  await made.move('accept', 'buyer');
  const after = await bought(made, orderId);

  expect(before.status).toBe(403);
  expect(before.order?.commission).toMatchObject({ part: 'whole', isReleased: false });
  expect(before.item).toMatchObject({
    downloadLink: '',
    files: [{ sha256: '', downloadLink: '' }],
  });
  expect(before.item?.licenceCard).toBeUndefined();
  expect(after.status).toBe(302);
  expect(after.order?.commission?.isReleased).toBe(true);
  expect(after.item?.licenceCard).toBeDefined();
  expect(after.item?.productName).toContain('(Exclusive)');
});

test('a price that was paid as a whole has no rest', async () => {
  const made = await openCommissionShop();
  await made.pay();

  expect(await made.refusal({ part: 'rest' })).toEqual({ status: 409, code: 'CONFLICT' });
});

test.each([
  ['before the design is accepted', ['rest', 'accept']],
  ['after the design is accepted', ['accept', 'rest']],
] as const)('a rest can be paid %s, and the files wait for both', async (_, steps) => {
  const made = await openCommissionShop(inParts);
  expect(await made.refusal({ part: 'rest' })).toEqual({ status: 409, code: 'CONFLICT' });
  expect(await made.refusal({ part: 'whole' })).toEqual({ status: 409, code: 'CONFLICT' });
  const { orderId } = await made.pay({ part: 'deposit' });
  await made.deliver();

  for (const step of steps) {
    expect((await bought(made, orderId)).status).toBe(403);
    if (step === 'rest') await made.pay({ part: 'rest' });
    else await made.move('accept', 'buyer');
  }

  expect((await bought(made, orderId)).status).toBe(302);
  expect(await ordersOf(made)).toMatchObject([
    { quotePart: 'deposit', state: 'paid', totalPrice: 4000 },
    { quotePart: 'rest', state: 'paid', totalPrice: 8000, releasedAt: null },
  ]);
  expect(await movesOf(made)).toEqual(['quote', 'pay', 'draw', 'deliver', 'accept']);
});

test('the deposit has a licence card, the rest of the price none', async () => {
  const made = await openCommissionShop(inParts);
  await signMissingCards(made.shop.services);
  const { orderId } = await made.pay({ part: 'deposit' });
  await made.deliver();
  await made.pay({ part: 'rest' });

  await signMissingCards(made.shop.services);

  const cards = await made.shop.services.database.read
    .selectFrom('licenceCards')
    .innerJoin('orderItems', 'orderItems.id', 'licenceCards.orderItemId')
    .select('orderId')
    .execute();
  expect(cards).toEqual([{ orderId }]);
});

test.each(['Exclusive', 'Non-Exclusive'] as const)(
  'an accepted design has its picture in the order, and a card that says if it is exclusive: %s',
  async (designType) => {
    const made = await openCommissionShop({ designType });
    await signMissingCards(made.shop.services);
    const { orderId } = await made.pay();
    await addPicture(made);
    await made.deliver();
    const before = await bought(made, orderId);
    await made.move('accept', 'buyer');
    const after = await bought(made, orderId);

    expect(before.item?.product.image.url).toBe('');
    expect(after.item?.product.image.url).toBe(imagePath('c'.repeat(64), 640, 'webp'));
    const facts = readCard(after.item?.licenceCard ?? '')?.facts;
    expect(facts && 'exclusive' in facts).toBe(designType === 'Exclusive');
    const request = { params: { id: made.requestId }, token: made.shop.buyer.token };
    const { orders } = (await call(made.shop.app, 'ownRequest', request)).answer;
    expect(orders).toEqual([{ _id: orderId, part: 'whole' }]);
    const { cookie } = await joinStudio(made.shop.app, made.shop.services);
    const { answer } = await callStudio(made.shop.app, 'order', { cookie, params: { orderId } });
    expect(answer.requestId).toBe(made.requestId);
  },
);

test('a receipt says what it pays for, and when the files come', async () => {
  const made = await openCommissionShop(inParts);
  const textOf = async (part: 'deposit' | 'rest') => {
    await made.pay({ part });
    return (await made.shop.mailsTo(customer.email)).at(-1)?.text ?? '';
  };
  const deposit = await textOf('deposit');
  await made.deliver();
  const rest = await textOf('rest');

  expect(deposit).toContain('once you have accepted it and paid the rest.');
  expect(deposit).toContain(exclusiveMeaning);
  expect(rest).toContain('are in the order of the deposit');
  for (const text of [deposit, rest]) expect(text).not.toContain('Download');
  expect(rest).not.toContain('up to');
});

test('only the buyer of a request can pay for it, and only once approved', async () => {
  const made = await openCommissionShop();
  const { services, app } = made.shop;
  const body = {
    customerDetails: customer,
    quoted: { requestId: made.requestId, part: 'whole' as const, quoteVersion: 1 },
  };
  const [other, pending] = [await signUp(services), await signUp(services, { status: 'pending' })];

  expect((await callRefused(app, 'checkout', { body, token: other.token })).status).toBe(404);
  expect((await callRefused(app, 'checkout', { body, token: pending.token })).problem.code).toBe(
    'NOT_APPROVED',
  );
});

test('two tabs and two processes get one order, also after it is paid', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  const second = createApp({ ...shop.services });
  const body = {
    customerDetails: customer,
    quoted: { requestId: made.requestId, part: 'whole' as const, quoteVersion: 1 },
  };
  const { token } = shop.buyer;
  const orders = await Promise.all(
    [shop.app, second, shop.app].map(
      async (app) => (await call(app, 'checkout', { body, token })).answer.orderId,
    ),
  );
  const { orderId } = await made.pay();
  const again = await made.checkout();

  expect(new Set([...orders, orderId, again.orderId]).size).toBe(1);
  expect(again.paypalOrderId).toBeNull();
  expect(shop.providerOrders()).toBe(1);
});

test('a second quote at the same price needs an order of its own', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  const first = await made.checkout();
  await shop.approve(first.paypalOrderId);
  await made.quote({ included: 'A single motif.', replaces: 1 });

  const refused = await shop.capture(first.orderId);
  expect(await made.refusal()).toEqual({ status: 409, code: 'PRICE_CHANGED' });
  const second = await made.pay({ quoteVersion: 2 });

  expect(refused.status).toBe(409);
  expect(shop.capturesOf(first.paypalOrderId)).toBe(0);
  expect(second.orderId).not.toBe(first.orderId);
  expect(await made.state()).toBe('paid');
});

test('an unpaid order for an earlier quote of the same price isn’t taken up', async () => {
  const made = await openCommissionShop();
  const first = await made.checkout();
  await made.quote({ included: 'A single motif.', replaces: 1 });

  const second = await made.checkout({ quoteVersion: 2 });

  expect(second.orderId).not.toBe(first.orderId);
  expect((await made.shop.order(first.orderId)).state).toBe('void');
});

test('an expired quote takes no new payment, but one that was begun in time', async () => {
  const made = await openCommissionShop({ validDays: 1 });
  const { shop } = made;
  const { orderId, paypalOrderId } = await made.checkout();
  await shop.approve(paypalOrderId);
  shop.pass(86_400_000);
  await made.move('expire', 'shop');

  const { token } = shop.buyer;
  const quoted = { requestId: made.requestId, part: 'whole' as const, quoteVersion: 1 };
  const body = { customerDetails: customer, quoted };
  const { problem } = await callRefused(shop.app, 'checkout', { body, token });
  await shop.capture(orderId);

  expect(problem.message).toBe(quoteMessages.expired);
  expect(await made.state()).toBe('paid');
});

test.each([
  ['captured', 'COMPLETED', 'paid', []],
  ['refused', 'DECLINED', 'expired', ['Your quote from Pinwheel']],
] as const)(
  'a quote doesn’t expire while its payment is processed, and it is %s',
  async (_, answer, state, subjects) => {
    const made = await openCommissionShop({ validDays: 1 });
    const { shop } = made;
    shop.provider.plan(
      'capture',
      altered((text) => text.replaceAll('"COMPLETED"', '"PENDING"')),
    );
    await made.pay();
    shop.pass(86_400_000);
    await mailsOut(shop.services);

    await expireQuotes(shop.services);
    expect(await made.state()).toBe('quoted');
    expect(await mailsOut(shop.services)).toEqual([]);

    if (answer === 'DECLINED') {
      shop.provider.plan(
        'get',
        altered((text) => text.replaceAll('"COMPLETED"', '"DECLINED"')),
      );
    }
    await reconcileOnce(shop.services);
    await mailsOut(shop.services);
    await expireQuotes(shop.services);
    expect(await made.state()).toBe(state);
    expect((await mailsOut(shop.services)).map(({ subject }) => subject)).toEqual(subjects);
  },
);

test('a payment isn’t captured once its request was withdrawn', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  const { orderId, paypalOrderId } = await made.checkout();
  await shop.approve(paypalOrderId);
  await made.move('withdraw', 'buyer');

  const body = { orderId };
  const { problem } = await callRefused(shop.app, 'capturePayment', {
    body,
    token: shop.buyer.token,
  });

  expect(problem).toMatchObject({ code: 'ORDER_VOID', message: quoteMessages.notDue });
  expect(shop.capturesOf(paypalOrderId)).toBe(0);
  expect((await shop.order(orderId)).state).toBe('void');
});

test('while a payment is pending, its request can’t be withdrawn, declined or quoted again', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  shop.provider.plan(
    'capture',
    altered((text) => text.replaceAll('"COMPLETED"', '"PENDING"')),
  );
  const { orderId } = await made.pay();
  expect((await shop.order(orderId)).state).toBe('capturing');

  for (const change of [
    () => made.move('withdraw', 'buyer'),
    () => made.move('decline'),
    () => made.quote({ replaces: 1 }),
  ]) {
    await expect(change()).rejects.toThrow(commissionMessages.beingPaid);
  }
  shop.pass(120_000);
  await reconcileOnce(shop.services);
  expect(await made.state()).toBe('paid');
});

test('a payment in review moves its request once it is released, not before', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  shop.provider.plan(
    'capture',
    altered((text) => text.replaceAll('"120.00"', '"119.99"')),
  );
  const { orderId } = await made.pay();
  const { cookie } = await joinStudio(shop.app, shop.services);

  expect(await made.state()).toBe('quoted');
  expect(await made.refusal()).toEqual({ status: 409, code: 'PAYMENT_IN_REVIEW' });
  await callStudio(shop.app, 'endReview', {
    params: { orderId },
    body: { decision: 'grant' },
    cookie,
  });

  expect(await made.state()).toBe('paid');
});

/** An order that the version before captured although its quote was replaced. */
async function capturedTooLate(made: CommissionShop): Promise<string> {
  const { shop } = made;
  const { orderId, paypalOrderId } = await made.checkout();
  await shop.approve(paypalOrderId);
  await made.quote({ replaces: 1 });
  await shop.services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ state: 'capturing', captureRequestId: 'k', nextPollAt: null })
      .where('id', '=', orderId)
      .execute(),
  );
  shop.pass(600_000);
  await shop.capture(orderId);
  return orderId;
}

test('money for a quote that was replaced goes to review, and can only be refunded', async () => {
  const made = await openCommissionShop();
  const { shop } = made;
  const orderId = await capturedTooLate(made);
  const { cookie } = await joinStudio(shop.app, shop.services);

  const { state, reviewReason } = await shop.order(orderId);
  const { problem } = await studioRefused(shop.app, 'endReview', {
    params: { orderId },
    body: { decision: 'grant' },
    cookie,
  });

  expect({ state, reviewReason }).toEqual({
    state: 'review',
    reviewReason: 'another quote has been sent for the custom request',
  });
  expect(problem.message).toContain('Refund it instead');
  await callStudio(shop.app, 'refundOrder', {
    params: { orderId },
    body: { itemId: null, amount: 120 },
    cookie,
  });
  expect((await shop.order(orderId)).state).toBe('void');
  expect(await made.state()).toBe('quoted');
});

/** As the version before stores a payment, which knows nothing of requests. */
async function paidByVersionBefore(made: CommissionShop, part: 'whole' | 'rest' = 'whole') {
  const { orderId } = await made.checkout({ part });
  const paidAt = made.shop.services.clock().toISOString();
  await made.shop.services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ state: 'paid', paidAt, capturedAmount: offer.price * 100, providerCaptureId: 'C' })
      .where('id', '=', orderId)
      .execute(),
  );
  return orderId;
}

test('a payment that the version before captured moves its request later, once', async () => {
  const made = await openCommissionShop();
  await paidByVersionBefore(made);

  await catchUpCommissions(made.shop.services);
  await catchUpCommissions(made.shop.services);

  expect(await movesOf(made)).toEqual(['quote', 'pay']);
});

test('a payment that the version before captured for a withdrawn request goes to review', async () => {
  const made = await openCommissionShop();
  const orderId = await paidByVersionBefore(made);
  await made.move('withdraw', 'buyer');

  await catchUpCommissions(made.shop.services);

  expect(await made.shop.order(orderId)).toMatchObject({
    state: 'review',
    reviewReason: 'the custom request’s state is “Withdrawn”',
  });
});

test('a rest that the version before captured releases the files later', async () => {
  const made = await openCommissionShop(inParts);
  const { orderId } = await made.pay({ part: 'deposit' });
  await made.deliver();
  await made.move('accept', 'buyer');
  await paidByVersionBefore(made, 'rest');

  await catchUpCommissions(made.shop.services);

  expect((await bought(made, orderId)).status).toBe(302);
});

test('the studio reminds a buyer of an accepted design’s rest, until it is paid', async () => {
  const made = await openCommissionShop(inParts);
  const { app, services } = made.shop;
  const { cookie } = await joinStudio(app, services);
  const part = { cookie, params: { id: made.requestId } };
  await made.pay({ part: 'deposit' });
  await made.deliver();
  expect((await callStudio(app, 'deskRequest', part)).answer.restDue).toBe(80);
  expect((await studioRefused(app, 'remindOfRest', part)).status).toBe(409);
  await made.move('accept', 'buyer');
  await mailsOut(services);

  await callStudio(app, 'remindOfRest', part);
  const [mail, ...others] = await mailsOut(services);
  await made.pay({ part: 'rest' });

  expect(mail?.text).toContain('the rest of its price, $80.00');
  expect(mail?.text).toContain(ownRequestPath(made.requestId));
  expect(others).toEqual([]);
  const { problem } = await studioRefused(app, 'remindOfRest', part);
  expect(problem.message).toBe(commissionMessages.noRest);
});

test('an accepted design whose rest isn’t paid is left alone', async () => {
  const made = await openCommissionShop(inParts);
  await made.pay({ part: 'deposit' });
  await made.deliver();
  await made.move('accept', 'buyer');
  const { services } = made.shop;
  const write = () => Promise.reject(new Error('a needless write'));

  await catchUpCommissions({ ...services, database: { ...services.database, write } });
});

test('an account isn’t deleted while a design that it paid for is drawn', async () => {
  const made = await openCommissionShop();
  const { services, app, buyer } = made.shop;
  const password = 'cotton and thread';
  await setPassword(services, buyer.id, password);
  const { orderId } = await made.pay();
  await made.deliver();

  const { problem } = await callRefused(app, 'deleteAccount', {
    body: { password },
    token: buyer.token,
  });
  expect(problem.code).toBe('CONFLICT');
  await made.move('accept', 'buyer');
  await call(app, 'deleteAccount', { body: { password }, token: buyer.token });
  expect(await made.shop.order(orderId)).toMatchObject({ state: 'paid', customerName: '' });
});
