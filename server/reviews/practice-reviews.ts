import { isReal } from '../orders/real-orders.ts';
import { isLive } from '../orders/receipts/receipt-numbers.ts';
import { makeChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Services } from '../platform/services/services.ts';

/** What its buyer reads in My orders. */
const reason = 'It was written about a practice order, before the shop took payments.';

/** Once payments move money, takes down the reviews of those who have a design from practice orders alone. */
export async function declinePracticeReviews(services: Services): Promise<void> {
  if (!isLive(services.env)) return;
  await makeChange(services, async (change) => {
    const declined = await change.tx
      .updateTable('reviews')
      .set({ state: 'declined', reason })
      .where('state', '<>', 'declined')
      .where(({ exists, not, selectFrom }) => {
        const orders = selectFrom('orderItems')
          .innerJoin('orders', 'orders.id', 'orderId')
          .select('orderItems.id')
          .whereRef('orders.accountId', '=', 'reviews.accountId')
          .whereRef('orderItems.productId', '=', 'reviews.productId')
          .where('orders.state', '=', 'paid');
        return not(exists(orders.where(isReal)));
      })
      .returning('productId')
      .execute();
    if (declined.length === 0) return;
    const designs = new Set(declined.map(({ productId }) => productId));
    await recordCatalogueChange(change, [...designs]);
  });
}
