import { describe, expect, it } from 'vitest';
import { runCommand } from '#server/operations/run-command.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { call } from '#tests/support/call.ts';
import { altered } from '#tests/support/payment-faults.ts';
import { approvedOrder, customer, openPaymentShop } from '#tests/support/payment-shop.ts';

/** A shop with an order of which one cent too little was captured. */
async function reviewedOrder() {
  const shop = await openPaymentShop();
  const made = await approvedOrder(shop, { price: 1200 });
  shop.provider.plan(
    'capture',
    altered((text) => text.replaceAll('"12.00"', '"11.99"')),
  );
  await shop.capture(made.orderId);
  const { orderNumber } = await shop.order(made.orderId);
  const run = (...words: string[]) => runCommand(shop.services, ['order', ...words]);
  const trail = async () =>
    (
      await shop.services.database.read
        .selectFrom('paymentEvents')
        .select('kind')
        .where('orderId', '=', made.orderId)
        .orderBy('id')
        .execute()
    ).map(({ kind }) => kind);
  return { shop, ...made, orderNumber, run, trail };
}

describe('an order in review', () => {
  it('is granted with everything that a paid one gets, once', async () => {
    const { shop, orderId, paypalOrderId, productId, orderNumber, run, trail } =
      await reviewedOrder();

    const said = await run(orderNumber.toLowerCase(), 'grant');
    await expect(run(orderNumber, 'grant')).rejects.toThrow('is not in review; it is paid');

    const captureId = shop.practice.order(paypalOrderId ?? '')?.captures[0]?.id;
    expect(said).toContain('is now paid');
    expect(await shop.order(orderId)).toMatchObject({
      state: 'paid',
      providerCaptureId: captureId,
      paidAt: shop.services.clock().toISOString(),
      paymentMethod: 'Card',
    });
    expect((await trail()).slice(-2)).toEqual(['review', 'paid']);
    expect(await shop.salesOf(productId)).toBe(1);
    const { token } = shop.buyer;
    expect((await call(shop.app, 'cart', { token })).answer.items).toEqual([]);
    expect(await shop.mailsTo(customer.email)).toHaveLength(1);
    const { orders } = (await call(shop.app, 'orders', { query: {}, token })).answer;
    expect(orders[0]?.items[0]?.downloadLink).not.toBe('');
  });

  it('is given up with nothing granted', async () => {
    const { shop, orderId, productId, orderNumber, run, trail } = await reviewedOrder();

    const said = await run(orderNumber, 'void');

    expect(said).toContain('refund it in PayPal');
    expect(await shop.order(orderId)).toMatchObject({ state: 'void', nextPollAt: null });
    expect((await trail()).slice(-2)).toEqual(['review', 'void']);
    expect(await shop.salesOf(productId)).toBe(0);
    await expect(run(orderNumber, 'grant')).rejects.toThrow('it is cancelled');
  });

  it.each([
    ['grant', 'spent', 1],
    ['void', undefined, 0],
  ] as const)('ended by %s settles its coupon’s use', async (decision, state, used) => {
    const { shop, orderId, orderNumber, run } = await reviewedOrder();
    const couponId = await addCoupon(shop.services, { code: 'FIVE' });
    await shop.services.database.write(async (tx) => {
      await tx.updateTable('coupons').set({ used: 1 }).execute();
      await tx
        .insertInto('couponUses')
        .values({
          orderId,
          couponId,
          accountId: shop.buyer.id,
          onceKey: null,
          state: 'reserved',
          createdAt: shop.services.clock().toISOString(),
        })
        .execute();
    });

    await run(orderNumber, decision);

    const { read } = shop.services.database;
    const use = await read.selectFrom('couponUses').select('state').executeTakeFirst();
    const coupon = await read.selectFrom('coupons').select('used').executeTakeFirst();
    expect(use?.state).toBe(state);
    expect(coupon?.used).toBe(used);
  });

  it('is refused with an unknown number, or a word that is no decision', async () => {
    const { orderNumber, run } = await reviewedOrder();

    await expect(run('PW-NOBODY', 'grant')).rejects.toThrow(CommandError);
    await expect(run(orderNumber, 'refund')).rejects.toThrow('grant or void');
    await expect(run()).rejects.toThrow('Missing argument: PW-NUMBER');
  });
});
