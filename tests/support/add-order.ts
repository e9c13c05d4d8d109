import { newId } from '#server/platform/database/new-id.ts';
import type { OrderState } from '#server/platform/database/tables.ts';
import type { AppServices } from '#server/services.ts';

export interface TestOrder {
  readonly id: string;
  /** One per product, in order. */
  readonly itemIds: readonly string[];
}

/** Adds an order directly to the database, paid by default. */
export async function addOrder(
  services: AppServices,
  order: {
    readonly accountId: string;
    readonly productIds: readonly string[];
    readonly state?: OrderState;
  },
): Promise<TestOrder> {
  const now = services.clock();
  const nowAt = now.toISOString();
  const id = newId(now);
  const state = order.state ?? 'paid';
  const itemIds = order.productIds.map(() => newId(now));
  await services.database.write(async (tx) => {
    await tx
      .insertInto('orders')
      .values({
        id,
        orderNumber: `PW-${id}`,
        accountId: order.accountId,
        state,
        totalPrice: 1200,
        totalDiscount: 0,
        couponCode: null,
        couponDiscount: 0,
        customerName: 'Ada Sewell',
        customerEmail: 'ada@shop.example',
        customerCountry: '',
        customerCity: '',
        acceptedTermsVersion: '1',
        createdAt: nowAt,
        updatedAt: nowAt,
        paidAt: state === 'paid' ? nowAt : null,
        providerOrderId: `PROVIDER-${id}`,
        createRequestId: `create-${id}`,
        captureRequestId: null,
        providerCaptureId: state === 'paid' ? `CAPTURE-${id}` : null,
        capturedAmount: state === 'paid' ? 1200 : null,
        paymentMethod: 'paypal',
        declinedAt: null,
        reviewReason: null,
        isPractice: services.env.payments.mode === 'live' ? 0 : 1,
      })
      .execute();
    for (const [position, productId] of order.productIds.entries()) {
      const product = await tx
        .selectFrom('products')
        .select(['title', 'price', 'discountedPrice'])
        .where('id', '=', productId)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('orderItems')
        .values({
          id: itemIds[position] ?? '',
          orderId: id,
          productId,
          position,
          productName: product.title,
          imageUrl: '',
          price: product.price,
          discountedPrice: product.discountedPrice,
          licenseType: 'SMALL_BUSINESS',
          licenceTextVersion: '1',
          revokedAt: null,
        })
        .execute();
    }
  });
  return { id, itemIds };
}
