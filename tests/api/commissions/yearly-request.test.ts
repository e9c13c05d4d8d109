import { expect, test } from 'vitest';
import { dayAfter, yearFrom, yearlyMessages, yearName } from '#contract/shop/licence-year.ts';
import { type QuoteOffer, quoteMessages } from '#contract/shop/quote.ts';
import { buyerMessages } from '#contract/studio/buyers.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { createApp } from '#server/app.ts';
import { transition } from '#server/commissions/transition.ts';
import { catchUpCommissions } from '#server/orders/payments/catch-up-commissions.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { mailsOut } from '#tests/support/custom-desk.ts';
import { altered } from '#tests/support/payment-faults.ts';
import { customer } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { openYearlyShop, yearlyBody } from '#tests/support/yearly-shop.ts';

const day = 86_400_000;

test('is asked for, quoted, paid and recorded, and named on its order', async () => {
  const it = await openYearlyShop();
  const { inDays, year } = it;
  const { requestId, isNew } = await it.ask();
  expect(isNew).toBe(true);
  const mails = await mailsOut(it.services);
  expect(mails.map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('asks for a yearly licence'),
  );

  const startsOn = inDays(3);
  const { answer } = await it.quote(requestId, year(startsOn));
  expect(answer).toMatchObject({ wants: 'yearly_licence', quotes: [{ startsOn }] });
  expect(await it.request(requestId)).toMatchObject({
    wants: 'yearly_licence',
    quote: { startsOn, endsOn: yearFrom(startsOn) },
    due: { part: 'whole', amount: 300 },
  });
  expect(await it.seen()).toBeNull();
  const { orderId } = await it.pay(requestId);

  const endsOn = yearFrom(startsOn);
  expect(await it.seen()).toEqual({ startsOn, endsOn, wantsReminder: true });
  expect(await it.request(requestId)).toMatchObject({
    state: 'accepted',
    delivery: null,
    due: null,
  });
  const { orders } = (await call(it.app, 'orders', { query: {}, token: it.token })).answer;
  const [item] = orders.find(({ _id }) => _id === orderId)?.items ?? [];
  expect(item).toMatchObject({
    productName: yearName({ startsOn, endsOn }),
    year: { startsOn, endsOn },
    downloadLink: '',
  });
  // Nothing of a design's files or of a kind of licence.
  const [receipt] = await it.shop.mailsTo(customer.email);
  expect(receipt?.text).toContain(`\n${yearName({ startsOn, endsOn })}: $300.00\n`);
});

test('is asked for once, by two presses too, and again once the first is closed', async () => {
  const it = await openYearlyShop();
  const second = createApp({ ...it.services });
  const answers = await Promise.all(
    [it.app, second, it.app].map(
      async (app) =>
        (await call(app, 'askYearlyLicence', { body: yearlyBody, token: it.token })).answer,
    ),
  );
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
  const [id = ''] = new Set(answers.map(({ requestId }) => requestId));
  expect(answers.every(({ requestId }) => requestId === id)).toBe(true);

  await makeChange(it.services, (change) => transition(change, id, 'withdraw', 'buyer'));
  expect(await it.ask()).toMatchObject({ isNew: true });
});

test('takes no slot of custom requests', async () => {
  const it = await openYearlyShop();
  await it.ask();
  const { answer } = await callStudio(it.app, 'customsState', { cookie: it.cookie });
  expect(answer.open).toBe(0);
});

test('is only for approved accounts, when asked and when paid', async () => {
  const it = await openYearlyShop();
  const pending = await signUp(it.services, { status: 'pending' });
  const refused = await callRefused(it.app, 'askYearlyLicence', {
    body: yearlyBody,
    token: pending.token,
  });
  expect(refused.problem.code).toBe('NOT_APPROVED');
  const { requestId } = await it.ask();
  await it.quote(requestId, it.year(it.inDays(1)));
  await it.services.database.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ status: 'pending' })
      .where('id', '=', it.shop.buyer.id)
      .execute(),
  );
  expect((await it.payRefused(requestId)).code).toBe('NOT_APPROVED');
});

test('has a year that fits, and no other request has one', async () => {
  const it = await openYearlyShop();
  const { requestId } = await it.ask();
  const offer = it.year(it.inDays(0));
  const refusal = async (changed: Partial<QuoteOffer>) =>
    (await it.quoteRefused(requestId, { ...offer, ...changed })).fields;
  expect(await refusal({ startsOn: undefined })).toEqual({ startsOn: quoteMessages.day });
  expect(await refusal({ endsOn: undefined })).toEqual({ endsOn: quoteMessages.day });
  expect(await refusal({ endsOn: '2027-02-30' })).toEqual({ endsOn: quoteMessages.day });
  expect(await refusal({ endsOn: offer.startsOn })).toEqual({ endsOn: quoteMessages.endsFirst });
  expect(await refusal({ endsOn: it.inDays(500) })).toEqual({ endsOn: quoteMessages.yearTooLong });
  expect(await refusal(it.year(it.inDays(-500)))).toEqual({ endsOn: quoteMessages.yearOver });
  expect(await refusal({ deposit: 100 })).toEqual({ deposit: quoteMessages.atOnce });

  const drawn = await it.services.database.write((tx) =>
    tx
      .updateTable('customRequests')
      .set({ wants: 'design' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const { fields } = await it.quoteRefused(drawn.id, offer);
  expect(fields).toEqual({ startsOn: quoteMessages.notDesign });
});

test('begins after the present one, and then both are one', async () => {
  const it = await openYearlyShop();
  const first = it.inDays(-10);
  const bought = await it.buy(first);
  const until = yearFrom(first);
  const { requestId } = await it.ask();
  const { fields } = await it.quoteRefused(requestId, it.year(it.inDays(30)));
  expect(fields?.startsOn).toBe(quoteMessages.afterPresent(until, dayAfter(until)));

  await it.quote(requestId, it.year(dayAfter(until)));
  const next = await it.pay(requestId);
  const endsOn = yearFrom(dayAfter(until));
  expect(await it.seen()).toMatchObject({ startsOn: first, endsOn });

  await it.refund(next.orderId, 300);
  expect(await it.seen()).toMatchObject({ startsOn: first, endsOn: until });
  await it.refund(bought.orderId, 300);
  expect(await it.seen()).toBeNull();
  expect(await it.request(bought.requestId)).toMatchObject({ state: 'refunded' });
});

test('stays when half of its price is returned, and ends with the other half', async () => {
  const it = await openYearlyShop();
  const { orderId, requestId } = await it.buy(it.inDays(0));
  const { providerCaptureId } = await it.shop.order(orderId);
  const { gateway, clock } = it.services;
  await gateway.refundCapture({
    captureId: providerCaptureId ?? '',
    requestId: 'a third',
    amount: { cents: 10_000, currency: 'USD' },
  });
  const made = it.shop.practice.orderOfCapture(providerCaptureId ?? '')?.refunds.at(-1);
  const notice = it.shop.notice('PAYMENT.CAPTURE.REFUNDED', {
    ...made,
    create_time: clock().toISOString(),
    links: [
      { rel: 'up', href: `https://provider.example/v2/payments/captures/${providerCaptureId}` },
    ],
  });
  await it.shop.sendNotice(notice);
  expect((await it.shop.order(orderId)).state).toBe('paid');
  expect(await it.seen()).not.toBeNull();
  await it.refund(orderId, 200);
  expect(await it.seen()).toBeNull();
  expect((await it.request(requestId)).state).toBe('refunded');
});

test('ends while its order’s licence is revoked, and runs again when it is restored', async () => {
  const it = await openYearlyShop();
  const { orderId } = await it.buy(it.inDays(0));
  const { answer } = await callStudio(it.app, 'order', {
    cookie: it.cookie,
    params: { orderId },
  });
  const itemId = answer.items[0]?.id ?? '';
  const revoke = (isRevoked: boolean) =>
    callStudio(it.app, 'revokeItem', {
      cookie: it.cookie,
      params: { orderId, itemId },
      body: { isRevoked },
    });
  await revoke(true);
  expect(await it.seen()).toBeNull();
  await revoke(false);
  expect(await it.seen()).toMatchObject({ startsOn: it.inDays(0) });
});

test('is accepted after its year began, but not once that is over', async () => {
  const it = await openYearlyShop();
  const startsOn = it.inDays(-20);
  const { orderId } = await it.buy(startsOn);
  expect(await it.seen()).toMatchObject({ startsOn, endsOn: yearFrom(startsOn) });
  await it.refund(orderId, 300);
  const { requestId } = await it.ask();
  await it.quote(requestId, { ...it.year(startsOn), endsOn: it.inDays(1) });
  it.shop.pass(2 * day);
  expect(await it.payRefused(requestId)).toMatchObject({ message: yearlyMessages.over });
});

test('isn’t paid by a quote that the studio’s own date has overtaken', async () => {
  const it = await openYearlyShop();
  const { requestId } = await it.ask();
  await it.quote(requestId, it.year(it.inDays(0)));
  await it.set(null, it.inDays(40));
  expect(await it.payRefused(requestId)).toMatchObject({
    code: 'CONFLICT',
    message: yearlyMessages.changed,
  });
});

test('isn’t paid by a checkout that the studio’s own date has overtaken', async () => {
  const it = await openYearlyShop();
  const { requestId } = await it.ask();
  await it.quote(requestId, it.year(it.inDays(0)));
  const quoted = { requestId, part: 'whole', quoteVersion: 1 } as const;
  const { orderId, paypalOrderId } = await it.shop.checkout({ quoted });
  await it.set(null, it.inDays(40));
  await it.shop.approve(paypalOrderId);
  await it.shop.capture(orderId);

  expect(it.shop.capturesOf(paypalOrderId)).toBe(0);
  expect((await it.shop.order(orderId)).state).toBe('void');
  expect(await it.seen()).toEqual({ endsOn: it.inDays(40), wantsReminder: true });
});

test('is renewed after a date recorded by hand that a returned year had, too', async () => {
  const it = await openYearlyShop();
  const returned = await it.buy(it.inDays(0));
  await it.refund(returned.orderId, 300);
  const known = yearFrom(it.inDays(0));
  await it.set(null, known);
  const next = await it.buy(dayAfter(known));
  const endsOn = yearFrom(dayAfter(known));
  expect(await it.seen()).toEqual({ endsOn, wantsReminder: true });

  await it.refund(next.orderId, 300);
  expect(await it.seen()).toEqual({ endsOn: known, wantsReminder: true });
});

test('returns to the date that was recorded by hand once its payment is returned', async () => {
  const it = await openYearlyShop();
  const known = it.inDays(40);
  await it.set(null, known);
  const { orderId } = await it.buy(dayAfter(known));
  const { orderNumber } = await it.shop.order(orderId);
  const endsOn = yearFrom(dayAfter(known));
  expect(await it.seen()).toEqual({ endsOn, wantsReminder: true });

  expect(await it.setRefused(endsOn, it.inDays(10))).toMatchObject({
    code: 'CONFLICT',
    message: buyerMessages.paidYear(orderNumber),
  });
  expect((await it.setRefused(endsOn, null)).code).toBe('CONFLICT');
  await it.refund(orderId, 300);
  expect(await it.seen()).toEqual({ endsOn: known, wantsReminder: true });
  await it.set(known, null);
  expect(await it.seen()).toBeNull();
});

test('is recorded only when a pending payment has come, and its date can’t change meanwhile', async () => {
  const it = await openYearlyShop();
  const { requestId } = await it.ask();
  await it.quote(requestId, it.year(it.inDays(0)));
  it.shop.provider.plan(
    'capture',
    altered((text) => text.replaceAll('"COMPLETED"', '"PENDING"')),
  );
  await it.pay(requestId);
  expect(await it.request(requestId)).toMatchObject({ state: 'quoted', isBeingPaid: true });
  expect(await it.seen()).toBeNull();
  expect((await it.setRefused(null, it.inDays(90))).code).toBe('CONFLICT');
  expect((await it.payRefused(requestId)).code).toBe('PAYMENT_PENDING');
  expect(await it.ask()).toEqual({ requestId, isNew: false });

  it.shop.pass(day);
  await reconcileOnce(it.services);
  expect(await it.seen()).not.toBeNull();
  expect((await it.request(requestId)).state).toBe('accepted');
});

test('is recorded later if a process of the version before took the payment', async () => {
  const it = await openYearlyShop();
  const { requestId } = await it.buy(it.inDays(0));
  await it.services.database.write(async (tx) => {
    await tx
      .updateTable('customRequests')
      .set({ state: 'paid' })
      .where('id', '=', requestId)
      .execute();
    await tx.deleteFrom('yearlyLicences').execute();
  });
  await catchUpCommissions(it.services);
  expect(await it.seen()).toMatchObject({ startsOn: it.inDays(0) });
  expect((await it.request(requestId)).state).toBe('accepted');
});

test('stays for its orders without its buyer’s words once the account is deleted', async () => {
  const it = await openYearlyShop();
  const { database, passwords } = it.services;
  const password = 'cotton and thread';
  const first = await it.buy(it.inDays(0));
  const next = await it.buy(dayAfter(yearFrom(it.inDays(0))));
  const passwordHash = await passwords.hash(password);
  await database.write((tx) => tx.updateTable('accounts').set({ passwordHash }).execute());
  await call(it.app, 'deleteAccount', { token: it.token, body: { password } });
  await it.refund(next.orderId, 300);

  const columns = ['id', 'state', 'email', 'description'] as const;
  const { read } = database;
  expect(
    await read.selectFrom('customRequests').select(columns).orderBy('state').execute(),
  ).toEqual([
    { id: first.requestId, state: 'accepted', email: '', description: '' },
    { id: next.requestId, state: 'refunded', email: '', description: '' },
  ]);
  expect(await read.selectFrom('yearlyLicences').selectAll().execute()).toEqual([]);
});

test('is no design that could be drawn or put in the shop', async () => {
  const it = await openYearlyShop();
  const { requestId: id } = await it.buy(it.inDays(0));
  const { problem } = await studioRefused(it.app, 'putInShop', {
    cookie: it.cookie,
    params: { id },
  });
  expect(problem.message).toBe(commissionMessages.notDrawn);
});
