import { type NewShopSale, shopSaleRefusals } from '#contract/studio/new-shop-sale.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { priceToPay } from '#contract/wire/money.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { dayStart } from '../platform/day-start.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { productIdsBySku } from './product-ids-by-sku.ts';
import { discountAt } from './sales.ts';
import { loweredPrice, openShopSales } from './shop-sales.ts';

/** Rows per statement, because an engine limits the number of values. */
const rowsAtOnce = 1000;

/** The last day of a sale that is planned today. */
const longestAhead = { days: 366 };

interface Plan {
  readonly wanted: NewShopSale;
  readonly today: string;
  readonly timeZone: string;
}

/**
 * How many published designs a sale would be for, and how many of them would cost less when it begins than they do then.
 * @throws INVALID as `createShopSale`
 */
export async function previewShopSale(
  reader: Reader,
  now: Date,
  plan: Plan,
): Promise<{ designs: number; lowered: number }> {
  const { wanted } = plan;
  // One whose first day is today begins now.
  const begins = new Date(Math.max(Date.parse(periodOf(plan).startsAt), now.getTime()));
  const chosen = await chosenDesigns(reader, wanted);
  const shopSalesOf = await openShopSales(reader, now);
  const rows = await reader
    .selectFrom('products')
    .select(['id', 'price', 'salePrice', 'saleStartsAt', 'saleEndsAt'])
    .where('status', '=', 'published')
    .execute();
  const designs = rows.filter(({ id }) => chosen === null || chosen.has(id));
  const lowered = designs.filter((design) => {
    const price = loweredPrice(design.price, wanted.percent);
    const { discountedPrice } = discountAt(design, shopSalesOf(design.id), begins);
    return price !== null && price < priceToPay(design.price, discountedPrice);
  });
  return { designs: designs.length, lowered: lowered.length };
}

/**
 * Plans a sale of the shop. `switchDueSales` begins and ends it.
 * @throws INVALID for days that are over or too far, an unknown SKU or collection, or without a design
 */
export async function createShopSale(change: AuditedChange, plan: Plan): Promise<void> {
  const { tx, now } = change;
  const { name, percent, firstDay, lastDay } = plan.wanted;
  const period = periodOf(plan);
  const chosen = await chosenDesigns(tx, plan.wanted);
  const id = newId(now);
  const isForAll = chosen === null;
  await tx
    .insertInto('shopSales')
    .values({
      ...{ id, name, percent, ...period },
      turnsAt: period.startsAt,
      isForAll: isForAll ? 1 : 0,
    })
    .execute();
  const rows = [...(chosen ?? [])].map((productId) => ({ saleId: id, productId }));
  for (const some of chunk(rows, rowsAtOnce)) {
    await tx.insertInto('shopSaleDesigns').values(some).execute();
  }
  await makeDue(tx, { id, isForAll }, period.startsAt);
  const designs = chosen === null ? 'all' : chosen.size;
  const after = { name, percent, firstDay, lastDay, designs };
  await recordAction(change, { action: 'sale.created', subjectId: id, before: null, after });
}

/** Ends a running sale now, deletes a planned one, and leaves an ended one as it is. Returns what it did. @throws NOT_FOUND */
export async function endShopSale(
  change: AuditedChange,
  id: string,
): Promise<'deleted' | 'ended' | 'nothing'> {
  const { tx, now } = change;
  const at = now.toISOString();
  const sale = await tx
    .selectFrom('shopSales')
    .select(['name', 'percent', 'startsAt', 'endsAt', 'isForAll'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!sale) throw new Problem('NOT_FOUND', shopSaleRefusals.noSale);
  if (sale.endsAt <= at) return 'nothing';
  const { name, percent, startsAt, endsAt } = sale;
  if (startsAt > at) {
    // Its designs stay due at its start, and then nothing changes.
    await tx.deleteFrom('shopSales').where('id', '=', id).execute();
    const before = { name, percent, startsAt, endsAt };
    await recordAction(change, { action: 'sale.deleted', subjectId: id, before, after: null });
    return 'deleted';
  }
  await tx.updateTable('shopSales').set({ endsAt: at, turnsAt: at }).where('id', '=', id).execute();
  await makeDue(tx, { id, isForAll: sale.isForAll === 1 }, at);
  await recordAction(change, {
    action: 'sale.ended',
    subjectId: id,
    before: { name, endsAt },
    after: { name, endsAt: at },
  });
  return 'ended';
}

/** From the first instant of its first day until the end of its last. @throws INVALID */
function periodOf({ wanted: { firstDay, lastDay }, today, timeZone }: Plan) {
  const last = Temporal.PlainDate.from(lastDay);
  if (firstDay < today) throw invalidField('firstDay', shopSaleRefusals.dayOver);
  if (lastDay > String(Temporal.PlainDate.from(today).add(longestAhead))) {
    throw invalidField('lastDay', shopSaleRefusals.tooLate);
  }
  return {
    startsAt: dayStart(firstDay, timeZone),
    endsAt: dayStart(last.add({ days: 1 }), timeZone),
  };
}

/** The designs that were chosen; null: all. @throws INVALID */
async function chosenDesigns(
  reader: Reader,
  { isForAll, collectionIds, skus }: NewShopSale,
): Promise<ReadonlySet<string> | null> {
  if (isForAll) return null;
  const chosen = new Set(await productIdsBySku(reader, skus));
  for (const collectionId of new Set(collectionIds)) {
    const collection = await reader
      .selectFrom('collections')
      .select('id')
      .where('id', '=', collectionId)
      .executeTakeFirst();
    if (!collection) throw invalidField('collectionIds', shopSaleRefusals.noCollection);
    const designs = await reader
      .selectFrom('collectionDesigns')
      .select('productId')
      .where('collectionId', '=', collectionId)
      .execute();
    for (const { productId } of designs) chosen.add(productId);
  }
  if (chosen.size === 0) throw invalidField('skus', shopSaleRefusals.noDesigns);
  return chosen;
}

/** Has `switchDueSales` look at a sale's designs at an instant, if it wouldn't earlier. */
async function makeDue(
  tx: Transaction,
  { id, isForAll }: { readonly id: string; readonly isForAll: boolean },
  at: string,
): Promise<void> {
  await tx
    .updateTable('products')
    .set({ saleTurnsAt: at })
    .where((row) => row.or([row('saleTurnsAt', 'is', null), row('saleTurnsAt', '>', at)]))
    .$if(!isForAll, (query) =>
      query.where('id', 'in', (inner) =>
        inner.selectFrom('shopSaleDesigns').select('productId').where('saleId', '=', id),
      ),
    )
    .execute();
}
