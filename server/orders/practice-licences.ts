import { renewYearly } from '../licences/years.ts';
import { recordAction, shopItself } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Services } from '../platform/services/services.ts';
import { paidShare } from './payments/refundable.ts';
import { isLive } from './receipts/receipt-numbers.ts';

/** Once payments move money, revokes what was bought with payments that moved none. What was free stays. */
export async function revokePracticeLicences(services: Services): Promise<void> {
  const { env } = services;
  if (!isLive(env)) return;
  await makeAuditedChange(services, shopItself, async (change) => {
    const { tx, now } = change;
    const items = await practiceItems(tx)
      .where('revokedAt', 'is', null)
      .select(['orderItems.id', 'orderId', 'accountId'])
      .select(['price', 'discountedPrice', 'orderItems.couponDiscount'])
      .execute();
    const sold = items.filter((item) => paidShare(item) > 0);
    for (const [orderId, revoked] of Map.groupBy(sold, (item) => item.orderId)) {
      const ids = revoked.map(({ id }) => id);
      const revokedAt = now.toISOString();
      await tx.updateTable('orderItems').set({ revokedAt }).where('id', 'in', ids).execute();
      await recordAction(change, {
        action: 'download.revoked',
        subjectId: orderId,
        before: { isRevoked: false },
        after: { isRevoked: true, items: ids.length, reason: 'bought in a practice order' },
      });
    }
    if (sold.length === 0) return;
    const buyers = new Set(sold.map(({ accountId }) => accountId));
    for (const accountId of buyers) await renewYearly(change, env, accountId);
    // The list of revoked licences is public.
    await recordCatalogueChange(change, null);
  });
}

/** What paid practice orders have, other than the deposit of a custom request whose rest is paid with real money. */
export function practiceItems(reader: Reader) {
  return reader
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .where('orders.state', '=', 'paid')
    .where('orders.isPractice', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as rest')
            .select('rest.id')
            .whereRef('rest.commissionId', '=', 'orders.commissionId')
            .where('rest.isPractice', '=', 0)
            .where('rest.state', 'in', ['capturing', 'review', 'paid']),
        ),
      ),
    );
}
