import { describe, expect, it } from 'vitest';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { requestRefund } from '#server/orders/payments/request-refund.ts';
import { pollRefundsNow, resumeRefunds } from '#server/orders/payments/resume-refunds.ts';
import { sendRefund } from '#server/orders/payments/send-refund.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { call } from '#tests/support/call.ts';
import { dieReconciling } from '#tests/support/die-reconciling.ts';
import {
  altered,
  answering,
  answeringAfter,
  dropAfter,
  dropBefore,
  hang,
  hangAfter,
  refusing,
} from '#tests/support/payment-faults.ts';
import { approvedOrder, customer, openPaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop, type RefundShop } from '#tests/support/refund-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

async function itemsSeen({ shop, orderId, itemIds }: RefundShop) {
  const { token } = shop.buyer;
  const { orders } = (await call(shop.app, 'orders', { query: {}, token })).answer;
  const order = orders.find(({ _id }) => _id === orderId);
  const revoked = itemIds.map((id) => order?.items.find(({ _id }) => _id === id)?.isRevoked);
  return { state: order?.paymentState, revoked };
}

describe('a refund by the studio', () => {
  it('of one item refunds its price, revokes only that item and informs the buyer', async () => {
    const made = await openRefundShop([500, 700]);
    const { shop, itemIds, productIds } = made;

    const outcome = await made.refund(itemIds[1] ?? '', 700);

    expect(outcome).toEqual({ kind: 'done' });
    expect(await made.atProvider()).toEqual([700]);
    expect(await made.recorded()).toEqual([700]);
    expect(await itemsSeen(made)).toEqual({ state: 'part-refunded', revoked: [false, true] });
    expect(await shop.salesOf(productIds[0] ?? '')).toBe(1);
    expect(await shop.salesOf(productIds[1] ?? '')).toBe(0);
    const [, mail] = await shop.mailsTo(shop.buyer.email);
    expect(mail?.subject).toContain('Your refund for order PW-');
    expect(mail?.text).toContain('$7.00');
    // Whose the other address is, isn’t known.
    expect(await shop.mailsTo(customer.email)).toHaveLength(1);
  });

  it('asks to stop using only those designs that no other order gives a licence for', async () => {
    const made = await openRefundShop([500, 700]);
    const { shop, productIds, itemIds } = made;
    const [again = ''] = productIds;
    await shop.fillCart(again);
    const second = await shop.checkout();
    await shop.approve(second.paypalOrderId);
    await shop.capture(second.orderId);
    const names = await shop.services.database.read
      .selectFrom('orderItems')
      .select(['id', 'productName'])
      .execute();
    const [kept, lost] = itemIds.map((id) => names.find((item) => item.id === id)?.productName);

    await made.refund(null, 1200);

    const text = (await shop.mailsTo(shop.buyer.email)).at(-1)?.text;
    expect(text).toContain(`The licence for ${lost} ended with the refund`);
    expect(text).toContain(
      `one licence fewer for ${kept}. Another order still gives you a licence, so you can go on`,
    );
  });

  it('of the rest refunds what one item left, and revokes everything', async () => {
    const made = await openRefundShop([500, 700]);
    await made.refund(made.itemIds[0] ?? '', 500);
    made.shop.pass(1000);

    await made.refund(null, 700);

    expect(await made.atProvider()).toEqual([500, 700]);
    expect(await made.recorded()).toEqual([500, 700]);
    expect(await itemsSeen(made)).toEqual({ state: 'refunded', revoked: [true, true] });
  });

  it('is refused twice, above what is left, and with another amount than was shown', async () => {
    const made = await openRefundShop([500, 700]);
    const [first = '', second = ''] = made.itemIds;
    await made.refund(first, 500);

    await expect(made.refund(first, 500)).rejects.toThrow('nothing left');
    await expect(made.refund(null, 1200)).rejects.toThrow('$7.00 can be refunded, not $12.00');
    await expect(made.refund(second, 699)).rejects.toThrow('Please check again');
    await expect(made.refund('0'.repeat(24), 1)).rejects.toThrow('doesn’t exist');

    expect(await made.atProvider()).toEqual([500]);
  });

  it('of an item after a manual refund refunds no more than is left', async () => {
    const made = await openRefundShop([500, 700]);
    const { shop, orderId } = made;
    const { providerCaptureId } = await shop.order(orderId);
    await shop.services.gateway.refundCapture({
      captureId: providerCaptureId ?? '',
      requestId: 'by hand',
      amount: { cents: 900, currency: 'USD' },
    });

    const unknowing = await made.refund(made.itemIds[1] ?? '', 700);

    expect(unknowing).toEqual({ kind: 'refused', issue: 'REFUND_AMOUNT_EXCEEDED' });
    expect(await made.recorded()).toEqual([900]);
    await expect(made.refund(made.itemIds[1] ?? '', 700)).rejects.toThrow('$3.00 can be refunded');
    expect(await made.refund(null, 300)).toEqual({ kind: 'done' });
    expect(await made.atProvider()).toEqual([900, 300]);
  });

  it("changes nothing more when the provider's notice of it comes, twice", async () => {
    const made = await openRefundShop([500]);
    const { shop, orderId } = made;
    await made.refund(null, 500);
    const { providerCaptureId, providerOrderId } = await shop.order(orderId);
    const [refund] = shop.practice.order(providerOrderId ?? '')?.refunds ?? [];
    const links = [{ rel: 'up', href: `https://api.example/captures/${providerCaptureId}` }];
    const notice = shop.notice('PAYMENT.CAPTURE.REFUNDED', {
      ...refund,
      status: 'COMPLETED',
      links,
    });

    await shop.sendNotice(notice);
    await shop.sendNotice(notice);

    expect(await made.recorded()).toEqual([500]);
    expect(await shop.salesOf(made.productIds[0] ?? '')).toBe(0);
    expect(await shop.mailsTo(shop.buyer.email)).toHaveLength(2);
  });

  it('requested fifty times at once is made once', async () => {
    const made = await openRefundShop([500, 700]);

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, place) =>
        place % 2 === 0 ? made.refund(null, 1200) : made.refund(made.itemIds[1] ?? '', 700),
      ),
    );

    const done = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    expect(await made.atProvider()).toHaveLength(1);
    expect(await made.recorded()).toEqual(await made.atProvider());
    expect(await made.requests()).toEqual(['done']);
  });

  it.each([
    ['never received', dropBefore],
    ['done and its answer lost', dropAfter],
    ['never answered', hang],
    ['done and never answered', hangAfter],
    ['answered 500', answering(500, '{}')],
    ['done and answered 502 by a proxy', answeringAfter(502, '<html>')],
    ['done and answered with another shape', altered(() => '{"id":7}')],
  ])('that was %s is still made once', async (_, fault) => {
    const made = await openRefundShop([500, 700]);
    made.shop.provider.plan('refund', fault);

    const outcome = await made.refund(made.itemIds[0] ?? '', 500);
    await expect(made.refund(null, 1200)).rejects.toThrow('already pending');
    await made.reconcile();
    await made.reconcile();

    expect(outcome).toEqual({ kind: 'open' });
    expect(await made.atProvider()).toEqual([500]);
    expect(await made.recorded()).toEqual([500]);
    expect(await made.requests()).toEqual(['done']);
  });

  it('is made once if the provider forgets request ids', async () => {
    const made = await openRefundShop([500, 700]);
    made.shop.provider.forgetKeys();
    made.shop.provider.plan('refund', dropAfter);

    await made.refund(made.itemIds[0] ?? '', 500);
    await made.reconcile();

    expect(await made.atProvider()).toEqual([500]);
    expect(await made.requests()).toEqual(['done']);
  });

  it('is made once if the provider no longer has the order', async () => {
    const made = await openRefundShop([500, 700]);
    made.shop.provider.plan('refund', dropAfter);
    made.shop.provider.plan('get', refusing(404, 'INVALID_RESOURCE_ID'));

    await made.refund(made.itemIds[0] ?? '', 500);
    await made.reconcile();

    expect(await made.atProvider()).toEqual([500]);
    expect(await made.requests()).toEqual(['done']);
  });

  it("waits while the provider can't be asked, and is made later", async () => {
    const made = await openRefundShop([500]);
    made.shop.provider.plan('refund', dropBefore);
    made.shop.provider.plan('get', dropBefore);

    await made.refund(null, 500);
    await made.reconcile();
    const between = await made.requests();
    await made.reconcile();

    expect(between).toEqual(['open']);
    expect(await made.requests()).toEqual(['done']);
    expect(await made.atProvider()).toEqual([500]);
  });

  it('that the provider refuses is closed with its reason, and may be retried', async () => {
    const made = await openRefundShop([500]);
    made.shop.provider.plan('refund', refusing(422, 'REFUND_FAILED_INSUFFICIENT_FUNDS'));

    const refused = await made.refund(null, 500);
    const again = await made.refund(null, 500);

    expect(refused).toEqual({ kind: 'refused', issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS' });
    expect(again).toEqual({ kind: 'done' });
    expect(await made.atProvider()).toEqual([500]);
  });

  it('that is pending counts once completed', async () => {
    const made = await openRefundShop([500]);
    const pending = altered((text) => text.replace('"COMPLETED"', '"PENDING"'));
    made.shop.provider.plan('refund', pending);

    const outcome = await made.refund(null, 500);
    const between = await itemsSeen(made);
    await made.reconcile();

    expect(outcome).toEqual({ kind: 'open' });
    expect(between).toEqual({ state: 'paid', revoked: [false] });
    expect(await made.requests()).toEqual(['done']);
    expect(await itemsSeen(made)).toEqual({ state: 'refunded', revoked: [true] });
  });

  it('that is pending says why to staff, once', async () => {
    const made = await openRefundShop([500]);
    const pending = altered((text) =>
      text.replace(
        /("status":)"COMPLETED"(?=,"links")/,
        '$1"PENDING","status_details":{"reason":"ECHECK"}',
      ),
    );
    made.shop.provider.plan('refund', pending);
    made.shop.provider.plan('get', pending, pending);
    const { cookie } = await joinStudio(made.shop.app, made.shop.services);

    await made.refund(null, 500);
    await made.reconcile();

    const params = { orderId: made.orderId };
    const { answer } = await callStudio(made.shop.app, 'order', { params, cookie });
    const why = 'It is an eCheck, which clears in 3–5 days.';
    expect(answer.openRefund).toMatchObject({ amount: 5, reason: why });
    expect(answer.trail.filter(({ text }) => text.includes('refund is pending'))).toMatchObject([
      { text: `The $5.00 refund is pending. ${why}`, tone: 'wait' },
    ]);
  });

  it('that fails after it was pending is reported, and nothing is revoked', async () => {
    const made = await openRefundShop([500]);
    const to = (status: string) =>
      altered((text) => text.replace(/("status":)"COMPLETED"(?=,"links")/, `$1"${status}"`));
    made.shop.provider.plan('refund', to('PENDING'));
    made.shop.provider.plan('get', to('FAILED'));

    await made.refund(null, 500);
    await made.reconcile();

    expect(await made.requests()).toEqual(['refused']);
    expect(await itemsSeen(made)).toEqual({ state: 'paid', revoked: [false] });
  });
});

describe('a server that dies around a refund', () => {
  it.each(['before the call', 'after the provider did it', 'after it was written down'])(
    '(%s) makes it once after the restart',
    async (moment) => {
      const made = await openRefundShop([500, 700]);
      const { shop } = made;
      const request = await made.begin(made.itemIds[1] ?? '', 700);
      const { providerCaptureId } = await shop.order(made.orderId);
      if (moment === 'after the provider did it') {
        await shop.services.gateway.refundCapture({
          captureId: providerCaptureId ?? '',
          requestId: request.requestId,
          amount: { cents: 700, currency: 'USD' },
          reference: request.orderItemId ?? '',
        });
      }
      if (moment === 'after it was written down') await sendRefund(shop.services, request);

      await pollRefundsNow(shop.services);
      await resumeRefunds(shop.services, () => false);
      await made.reconcile();

      expect(await made.atProvider()).toEqual([700]);
      expect(await made.recorded()).toEqual([700]);
      expect(await made.requests()).toEqual(['done']);
      expect(await shop.mailsTo(shop.buyer.email)).toHaveLength(2);
    },
  );

  it('is helped by several others, and still makes it once', async () => {
    const made = await openRefundShop([500]);
    await made.begin(null, 500);
    await pollRefundsNow(made.shop.services);

    await Promise.all(
      Array.from({ length: 8 }, () => resumeRefunds(made.shop.services, () => false)),
    );

    expect(await made.atProvider()).toEqual([500]);
    expect(made.shop.provider.calls.filter((name) => name === 'refund')).toHaveLength(1);
  });

  it('is replaced within a minute, and so are those that die after it', async () => {
    const made = await openRefundShop([500]);
    const { shop } = made;
    await made.begin(null, 500);
    shop.pass(15_000);

    for (const operation of ['get', 'get', 'refund'] as const) {
      shop.pass(45_000);
      expect(await dieReconciling(shop, operation)).toBe(true);
    }
    shop.pass(45_000);
    await reconcileOnce(shop.services);

    expect(await made.recorded()).toEqual([500]);
    expect(await made.requests()).toEqual(['done']);
  });
});

describe('a refund that the provider does not answer about', () => {
  it('is polled less and less often', async () => {
    const made = await openRefundShop([500]);
    const { shop } = made;
    await made.begin(null, 500);
    const { providerOrderId } = await shop.order(made.orderId);
    let minutes = 0;
    const polledAt: number[] = [];
    shop.provider.spoil(providerOrderId ?? '', (pass, giveUp) => {
      polledAt.push(minutes);
      return answering(503, '{}')(pass, giveUp);
    });

    for (minutes = 1; minutes <= 40; minutes += 1) {
      shop.pass(60_000);
      await reconcileOnce(shop.services);
    }

    expect(polledAt).toEqual([1, 2, 4, 8, 16, 32]);
  });
});

describe('a refund of an order in review', () => {
  it('refunds what was really taken, and ends the review', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId, productId } = await approvedOrder(shop, { price: 1200 });
    const { database } = shop.services;
    // The provider takes twelve dollars for an order of thirteen.
    await database.write((tx) => tx.updateTable('orders').set({ totalPrice: 1300 }).execute());
    await shop.capture(orderId);
    const before = await shop.order(orderId);

    const request = await makeAuditedChange(shop.services, 'a'.repeat(24), (change) =>
      requestRefund(change, { orderId, itemId: null, expected: 1200 }),
    );
    const outcome = await sendRefund(shop.services, request);

    expect(before).toMatchObject({ state: 'review', capturedAmount: 1200 });
    expect(outcome).toEqual({ kind: 'done' });
    expect(await shop.order(orderId)).toMatchObject({ state: 'void' });
    expect(shop.practice.order(paypalOrderId ?? '')?.refunds).toHaveLength(1);
    expect(await shop.salesOf(productId)).toBe(0);
  });
});
