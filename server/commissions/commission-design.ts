import { draftRow } from '../designs/draft-row.ts';
import type { Change } from '../platform/database/change.ts';
import { latestQuote } from './quotes.ts';

/**
 * The design that is drawn for a request: a draft that never comes into the shop. Adds it if there is none
 * yet, under a name that says nothing about its buyer, and at the price of the quote in force.
 */
export async function designOf(
  change: Change,
  requestId: string,
): Promise<{ readonly id: string; readonly title: string }> {
  const { tx } = change;
  const known = await tx
    .selectFrom('products')
    .select(['id', 'title'])
    .where('commissionId', '=', requestId)
    .executeTakeFirst();
  if (known) return known;
  const row = draftRow(change, {
    title: `Custom design ${requestId.slice(-6).toUpperCase()}`,
    price: (await latestQuote(tx, requestId))?.price ?? 0,
    commissionId: requestId,
  });
  await tx.insertInto('products').values(row).execute();
  return { id: row.id, title: row.title };
}
