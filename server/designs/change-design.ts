import { type Keywords, keywordKinds } from '#contract/shop/keywords.ts';
import type { StudioAction } from '#contract/studio/audit-actions.ts';
import { priceToPay } from '#contract/wire/money.ts';
import { recordRises } from '../catalogue/record-rise.ts';
import { discountAt } from '../catalogue/sales.ts';
import { openShopSales } from '../catalogue/shop-sales.ts';
import { recordAction, seenText } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { designToChange } from './read-design.ts';

export type DesignToChange = Awaited<ReturnType<typeof designToChange>>;
type Fields = Partial<DesignToChange>;

/**
 * Writes the changed fields of a design, with an audit line and, if buyers see them, a catalogue change.
 * `others` are audited fields of other rows, each with its value before and after. Writes nothing if nothing
 * changed, so that saving twice is the same as saving once.
 */
export async function changeDesign(
  change: AuditedChange,
  action: StudioAction,
  row: DesignToChange,
  fields: Fields,
  others: Readonly<Record<string, readonly [string, string]>> = {},
): Promise<void> {
  const { tx, now } = change;
  const before: Record<string, string | number | null> = {};
  const after: Record<string, string | number | null> = {};
  for (const [field, value] of Object.entries(fields) as [keyof DesignToChange, string][]) {
    if (row[field] === value) continue;
    if (field === 'keywords') continue;
    before[field] = seen(row[field]);
    after[field] = seen(value);
  }
  const words = keywordsChange(row.keywords, fields.keywords ?? row.keywords);
  for (const [field, [was, is]] of Object.entries({ ...others, ...words })) {
    if (was === is) continue;
    before[field] = seen(was);
    after[field] = seen(is);
  }
  if (Object.keys(after).length === 0) return;
  const shopSalesOf = await openShopSales(tx, now, [row.id]);
  const sale = discountAt({ ...row, ...fields }, shopSalesOf(row.id), now);
  await tx
    .updateTable('products')
    .set({ ...fields, ...sale, version: row.version + 1, updatedAt: now.toISOString() })
    .where('id', '=', row.id)
    .execute();
  await recordAction(change, { action, subjectId: row.id, before, after });
  if (row.status === 'published') {
    await recordRises(change, [
      {
        productId: row.id,
        before: priceToPay(row.price, row.discountedPrice),
        after: priceToPay(fields.price ?? row.price, sale.discountedPrice),
      },
    ]);
  }
  const isSeen = row.status === 'published' || fields.status === 'published';
  if (isSeen) await recordCatalogueChange(change, [row.id]);
}

/** The keywords of each kind, before and after. */
function keywordsChange(was: string, is: string): Record<string, readonly [string, string]> {
  const [before, after] = [JSON.parse(was) as Keywords, JSON.parse(is) as Keywords];
  return Object.fromEntries(
    keywordKinds.map((kind) => [`${kind}Words`, [before[kind].join(', '), after[kind].join(', ')]]),
  );
}

function seen(value: string | number | null): string | number | null {
  return typeof value === 'string' ? seenText(value) : value;
}
