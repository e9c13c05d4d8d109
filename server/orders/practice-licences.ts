import { renewYearly } from '../licences/years.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { Services } from '../platform/services/services.ts';
import { isLive } from './receipts/receipt-numbers.ts';

/** Once payments move money, revokes what was bought with payments that moved none. What was free stays. */
export async function revokePracticeLicences(services: Services): Promise<void> {
  if (!isLive(services.env)) return;
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const revoked = await tx
      .updateTable('orderItems')
      .set({ revokedAt: now.toISOString() })
      .where('revokedAt', 'is', null)
      .where('orderId', 'in', practiceSales(tx).select('orders.id'))
      .returning('id')
      .execute();
    if (revoked.length === 0) return;
    const yearly = await practiceSales(tx)
      .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
      .innerJoin('licenceYears', 'licenceYears.orderItemId', 'orderItems.id')
      .select('orders.accountId')
      .distinct()
      .execute();
    for (const { accountId } of yearly) await renewYearly(change, services.env, accountId);
    // The list of revoked licences is public.
    await recordCatalogueChange(change, null);
  });
}

function practiceSales(reader: Reader) {
  return reader
    .selectFrom('orders')
    .where('state', '=', 'paid')
    .where('isPractice', '=', 1)
    .where('totalPrice', '>', 0);
}
