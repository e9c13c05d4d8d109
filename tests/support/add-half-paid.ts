import { makeQuote } from '#server/commissions/make-quote.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import type { AppServices } from '#server/services.ts';
import { addOrder } from './add-order.ts';
import { addRequest } from './add-request.ts';
import { inParts, staffId } from './commission-shop.ts';

/** Adds an accepted custom request whose deposit is paid, and its rest isn't. Returns its id. */
export async function addHalfPaid(services: AppServices, accountId: string): Promise<string> {
  const commissionId = await addRequest(services);
  await makeAuditedChange(services, staffId, (change) => makeQuote(change, commissionId, inParts));
  const { id } = await addOrder(services, { accountId, productIds: [] });
  await services.database.write(async (tx) => {
    await tx
      .updateTable('orders')
      .set({ commissionId, quoteVersion: 1, quotePart: 'deposit' })
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('customRequests')
      .set({ state: 'accepted', status: 'closed' })
      .where('id', '=', commissionId)
      .execute();
  });
  return commissionId;
}
