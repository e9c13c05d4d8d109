import { describe, expect, it } from 'vitest';
import { runCommand } from '#server/operations/run-command.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { refreshOrder } from '#server/orders/payments/refresh-order.ts';
import { altered, dropAfter, refusing } from '#tests/support/payment-faults.ts';
import { studioEmail } from '#tests/support/payment-shop.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { openReviewShop, unavailable } from '#tests/support/review-shop.ts';

const hour = 3_600_000;

describe('an order in review whose payment was refunded completely', () => {
  it("is voided at once, even if the provider can't be asked afterwards", async () => {
    const { shop, orderId, refund, decide, isOpen } = await openReviewShop();
    shop.provider.plan('get', unavailable, unavailable);

    const outcome = await refund();
    const afterwards = await shop.order(orderId);
    const status = await decide('grant');

    expect(outcome).toEqual({ kind: 'done' });
    expect(afterwards).toMatchObject({ state: 'void', nextPollAt: null });
    expect(status).toBe(409);
    expect(await isOpen()).toBe(false);
  });

  it("is voided by the refund's notice, whether or not the provider can be asked", async () => {
    const { shop, orderId, refundByHand, sendRefundNotice } = await openReviewShop();
    await refundByHand(500);
    await refundByHand(700);
    shop.provider.plan('get', unavailable, refusing(404, 'INVALID_RESOURCE_ID'));

    const statuses = [await sendRefundNotice(0), await sendRefundNotice(1)];

    expect(statuses).toEqual([503, 200]);
    expect(await shop.order(orderId)).toMatchObject({ state: 'void' });
  });

  it('is voided if the provider only says that nothing is left to refund', async () => {
    const { shop, orderId, refundByHand, refund } = await openReviewShop();
    await refundByHand(1200);
    shop.provider.plan('get', refusing(404, 'INVALID_RESOURCE_ID'));

    const outcome = await refund();

    expect(outcome).toEqual({ kind: 'refused', issue: 'CAPTURE_FULLY_REFUNDED' });
    expect(await shop.order(orderId)).toMatchObject({ state: 'void' });
  });

  it("can't be granted, neither in the back office nor from the terminal", async () => {
    const { shop, orderId, refund, decide, isOpen } = await openReviewShop();
    await refund();
    // As an earlier version of the shop left it.
    await shop.services.database.write((tx) =>
      tx.updateTable('orders').set({ state: 'review' }).execute(),
    );
    const { orderNumber } = await shop.order(orderId);
    shop.provider.plan('get', unavailable, unavailable);

    const status = await decide('grant');
    const typed = runCommand(shop.services, ['order', orderNumber, 'grant']);

    await expect(typed).rejects.toThrow('This payment was fully refunded');
    expect(status).toBe(409);
    expect(await isOpen()).toBe(false);
    expect(await decide('void')).toBe(200);
  });

  it("can't be granted after a manual refund that nobody told the shop about", async () => {
    const { shop, orderId, refundByHand, decide } = await openReviewShop();
    await refundByHand(1200);

    const status = await decide('grant');

    expect(status).toBe(409);
    expect(await shop.order(orderId)).toMatchObject({ state: 'void' });
  });
});

describe('an order in review that was refunded at the provider without a notice', () => {
  it('can’t be granted from the terminal', async () => {
    const { shop, orderId, refundByHand, isOpen } = await openReviewShop();
    await refundByHand(1200);
    const { orderNumber } = await shop.order(orderId);

    const typed = runCommand(shop.services, ['order', orderNumber, 'grant']);

    await expect(typed).rejects.toThrow(`${orderNumber} is not in review; it is cancelled.`);
    expect(await isOpen()).toBe(false);
  });
});

describe('an order paid twice', () => {
  it('stays in review after the refund of one payment, and can be granted', async () => {
    const { shop, orderId, takeAgain, refund, decide, isOpen, returned } = await openReviewShop();
    await takeAgain();
    const taken = await shop.order(orderId);

    const outcome = await refund();
    const afterwards = await shop.order(orderId);

    expect(taken).toMatchObject({ capturedAmount: 2400, state: 'review' });
    expect(taken.reviewReason).toBe('the payment was taken more than once');
    expect([outcome.kind, returned()]).toEqual(['done', 1200]);
    expect(afterwards).toMatchObject({ state: 'review', capturedAmount: 2400 });
    expect(await decide('grant')).toBe(200);
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    expect(await isOpen()).toBe(true);
  });

  it('is voided once both payments were refunded', async () => {
    const { shop, orderId, takeAgain, refund, returned } = await openReviewShop();
    await takeAgain();

    const outcomes = [await refund(), await refund()];

    expect(outcomes).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(returned()).toBe(2400);
    expect(await shop.order(orderId)).toMatchObject({ state: 'void' });
  });

  it('stays in review if the provider only says that one payment was refunded', async () => {
    const { shop, orderId, refundByHand, takeAgain, refund } = await openReviewShop();
    await takeAgain();
    await refundByHand(1200);
    shop.provider.plan('get', refusing(404, 'INVALID_RESOURCE_ID'));

    const outcome = await refund();

    expect(outcome).toEqual({ kind: 'refused', issue: 'CAPTURE_FULLY_REFUNDED' });
    expect(await shop.order(orderId)).toMatchObject({ state: 'review' });
  });
});

describe('a void order whose payment was refunded', () => {
  it('stays void at later notices of the payment, without another mail to the studio', async () => {
    const { shop, orderId, refund } = await openReviewShop();
    await refund();
    const notes = () =>
      shop.services.database.read
        .selectFrom('paymentEvents')
        .select('kind')
        .where('orderId', '=', orderId)
        .execute();
    const before = await notes();
    const mailed = await queuedMails(shop.services);
    // The payment is shown as before its refund.
    const stale = altered((text) => text.replaceAll('"REFUNDED"', '"COMPLETED"'));
    shop.provider.plan('get', stale, stale);

    for (let count = 0; count < 2; count += 1) {
      await refreshOrder(shop.services, await shop.order(orderId), 'webhook');
    }

    expect(await shop.order(orderId)).toMatchObject({ state: 'void' });
    expect(await notes()).toEqual(before);
    expect(await queuedMails(shop.services)).toEqual(mailed);
  });
});

describe('an order in review that was partly refunded', () => {
  it('can still be granted, with what is left to refund', async () => {
    const { shop, orderId, refundByHand, decide, isOpen } = await openReviewShop();
    await refundByHand(500);

    expect(await decide('grant')).toBe(200);
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    expect(await isOpen()).toBe(true);
  });
});

describe('a refund whose answer was lost, for an order that the provider no longer shows', () => {
  const gone = refusing(404, 'INVALID_RESOURCE_ID');

  it('is sent again while the provider remembers its request id', async () => {
    const { shop, refund, returned } = await openReviewShop();
    shop.provider.plan('refund', dropAfter);
    shop.provider.plan('get', gone);

    await refund();
    shop.pass(5 * hour);
    await reconcileOnce(shop.services);

    expect(shop.provider.calls.filter((name) => name === 'refund')).toHaveLength(2);
    expect(returned()).toBe(1200);
  });

  it('can be marked as not made from the terminal if not confirmed within a day', async () => {
    const { shop, orderId, refund } = await openReviewShop();
    shop.provider.plan('refund', dropAfter);
    shop.provider.plan('get', gone, gone, gone);
    await refund();
    const { orderNumber } = await shop.order(orderId);
    const close = () => runCommand(shop.services, ['order', orderNumber, 'refund-not-made']);

    await expect(close()).rejects.toThrow('no refund that has been unconfirmed for a day');
    shop.pass(7 * hour);
    await reconcileOnce(shop.services);
    shop.pass(25 * hour);
    await reconcileOnce(shop.services);

    expect(await close()).toBe(
      `The refund for ${orderNumber} is marked as not made. The order can be refunded or reviewed again.`,
    );
    await expect(
      runCommand(shop.services, ['order', 'PW-NONE', 'refund-not-made']),
    ).rejects.toThrow('Order not found: PW-NONE');
    const ended = await runCommand(shop.services, ['order', orderNumber, 'void']);
    expect(ended).toContain('is now cancelled');
    await expect(close()).rejects.toThrow('no refund');
  });

  it('is not sent again once the provider may have forgotten it', async () => {
    const { shop, refund } = await openReviewShop();
    shop.provider.plan('refund', dropAfter);
    shop.provider.plan('get', gone);

    await refund();
    shop.pass(7 * hour);
    await reconcileOnce(shop.services);

    expect(shop.provider.calls.filter((name) => name === 'refund')).toHaveLength(1);
  });
});

describe('an order that the studio cancelled although it was paid', () => {
  it('stays cancelled when its notices come again or a part is refunded, and opens at another payment', async () => {
    const { shop, orderId, decide, refundByHand, sendRefundNotice, takeAgain } =
      await openReviewShop();
    await decide('void');
    const mails = (await shop.mailsTo(studioEmail)).length;

    await refreshOrder(shop.services, await shop.order(orderId), 'webhook');
    await refundByHand(500);
    const status = await sendRefundNotice(0);
    const afterwards = await shop.order(orderId);

    expect(status).toBe(200);
    expect(afterwards).toMatchObject({ state: 'void' });
    expect(await shop.mailsTo(studioEmail)).toHaveLength(mails);
    await takeAgain();
    expect(await shop.order(orderId)).toMatchObject({ state: 'review', capturedAmount: 2400 });
  });
});
