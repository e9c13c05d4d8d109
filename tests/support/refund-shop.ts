import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { type RefundRequest, requestRefund } from '#server/orders/payments/request-refund.ts';
import { type RefundOutcome, sendRefund } from '#server/orders/payments/send-refund.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import type { ServiceOverrides } from './make-services.ts';
import { openPaymentShop, type PaymentShop } from './payment-shop.ts';

/** A shop with a paid order for some designs, and control over its refunds. */
export interface RefundShop {
  readonly shop: PaymentShop;
  readonly orderId: string;
  /** In the order of the prices. */
  readonly itemIds: readonly string[];
  readonly productIds: readonly string[];
  /** Records a refund without sending it. */
  begin(itemId: string | null, cents: number): Promise<RefundRequest>;
  refund(itemId: string | null, cents: number): Promise<RefundOutcome>;
  /** Lets a minute pass and runs the reconciler. */
  reconcile(): Promise<void>;
  /** The provider's refunds in cents, one number each. */
  atProvider(): Promise<number[]>;
  /** The shop's refunds in cents. */
  recorded(): Promise<number[]>;
  requests(): Promise<readonly RefundRequest['state'][]>;
}

/** `prices` in cents, one per design. */
export async function openRefundShop(
  prices: readonly number[],
  overrides: ServiceOverrides = {},
): Promise<RefundShop> {
  const shop = await openPaymentShop(overrides);
  const productIds: string[] = [];
  for (const price of prices) productIds.push(await shop.addDesign({ price }));
  await shop.fillCart(...productIds);
  const { orderId, paypalOrderId } = await shop.checkout();
  await shop.approve(paypalOrderId);
  await shop.capture(orderId);
  const { database } = shop.services;
  const items = await database.read
    .selectFrom('orderItems')
    .select(['id', 'productId'])
    .where('orderId', '=', orderId)
    .execute();
  const begin = (itemId: string | null, expected: number) =>
    makeAuditedChange(shop.services, 'a'.repeat(24), (change) =>
      requestRefund(change, { orderId, itemId, expected }),
    );
  return {
    shop,
    orderId,
    productIds,
    itemIds: productIds.map((id) => items.find(({ productId }) => productId === id)?.id ?? ''),
    begin,
    refund: async (itemId, cents) => sendRefund(shop.services, await begin(itemId, cents)),
    async reconcile() {
      shop.pass(3_700_000);
      await reconcileOnce(shop.services);
    },
    async atProvider() {
      const refunds = shop.practice.order(paypalOrderId ?? '')?.refunds ?? [];
      return refunds.map(({ amount }) => Math.round(Number(amount.value) * 100));
    },
    async recorded() {
      const rows = await database.read
        .selectFrom('refunds')
        .select('amount')
        .where('kind', '=', 'refund')
        .orderBy('createdAt')
        .execute();
      return rows.map(({ amount }) => amount);
    },
    async requests() {
      const rows = await database.read
        .selectFrom('refundRequests')
        .select('state')
        .orderBy('createdAt')
        .execute();
      return rows.map(({ state }) => state);
    },
  };
}
