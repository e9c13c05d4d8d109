import { describe, expect, it } from 'vitest';
import { decideAccount } from '#server/accounts/decide-account.ts';
import { draftOrder } from '#server/orders/draft-order.ts';
import { capturePayment } from '#server/orders/payments/capture.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { makeChange } from '#server/platform/database/change.ts';
import {
  approvedOrder,
  customer,
  openPaymentShop,
  type PaymentShop,
} from '#tests/support/payment-shop.ts';

function reject({ services, buyer }: PaymentShop): Promise<boolean> {
  return makeChange(services, (change) =>
    decideAccount(change, services.env, buyer.id, 'rejected'),
  );
}

/** As if another server decides between two of our statements. */
function setRejected({ services, buyer }: PaymentShop): Promise<unknown> {
  return services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'rejected' }).where('id', '=', buyer.id).execute(),
  );
}

describe('a buyer who is rejected', () => {
  it('loses the order whose payment was approved but not started', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);

    await reject(shop);
    shop.pass(60_000);
    await reconcileOnce(shop.services);

    expect(await shop.order(orderId)).toMatchObject({ state: 'void', nextPollAt: null });
    expect(shop.capturesOf(paypalOrderId)).toBe(0);
  });

  it('keeps an order whose payment is in progress', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    shop.provider.plan('capture', async () => {
      await reject(shop);
      throw new TypeError('fetch failed');
    });

    await shop.capture(orderId);

    expect(await shop.order(orderId)).toMatchObject({ state: 'capturing' });
  });

  it.each([
    [
      'capture',
      async (shop: PaymentShop, orderId: string) => {
        await capturePayment(shop.services, orderId);
      },
    ],
    [
      'reconciler',
      async (shop: PaymentShop) => {
        shop.pass(60_000);
        await reconcileOnce(shop.services);
      },
    ],
  ])('is not charged by a %s that started before', async (_, charge) => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);
    await setRejected(shop);

    await charge(shop, orderId);

    expect(await shop.order(orderId)).toMatchObject({ state: 'void' });
    expect(shop.capturesOf(paypalOrderId)).toBe(0);
  });

  it('gets no order from a checkout that started before', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    await setRejected(shop);
    const before = {
      ...shop.buyer,
      colleagueId: null,
      firstName: 'Ada',
      lastName: 'Sewell',
      licenseType: 'SMALL_BUSINESS',
      status: 'approved',
      tokenHash: '',
      deviceId: null,
    } as const;

    const drafted = makeChange(shop.services, (change) =>
      draftOrder(change, shop.services.env, before, { customerDetails: customer }),
    );

    await expect(drafted).rejects.toMatchObject({ body: { code: 'NOT_APPROVED' } });
  });
});
