import type { SaveDesign } from '#contract/studio/design-record.ts';
import { designMessages } from '#contract/studio/designs.ts';
import { columnsOf } from '../catalogue/design-columns.ts';
import { assertNoConflicts, assertNotChanged } from '../platform/audit/merge-fields.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { changeDesign } from './change-design.ts';
import { cleanDescription } from './clean-description.ts';
import { draftRow } from './draft-row.ts';
import { auditNamesOf, mergeDesign } from './merge-design.ts';
import { assertComplete, savedParts } from './missing-parts.ts';
import { designToChange, editedOf, readDesign } from './read-design.ts';

/** Creates a draft with a SKU of its own, and returns its id. */
export async function createDesign(change: AuditedChange, title: string): Promise<string> {
  const row = draftRow(change, { title });
  await change.tx.insertInto('products').values(row).execute();
  const { id, sku } = row;
  const after = { title, sku };
  await recordAction(change, { action: 'design.created', subjectId: id, before: null, after });
  return id;
}

/** Saves the fields that changed in the editor. @throws NOT_FOUND; CHANGED_MEANWHILE or INVALID with the fields concerned */
export async function saveDesign(
  change: AuditedChange,
  id: string,
  saved: SaveDesign,
): Promise<void> {
  const { tx } = change;
  const row = await designToChange(tx, id, null);
  const { merged: wanted, conflicts } = mergeDesign(editedOf(await readDesign(tx, id)), saved);
  await assertNoConflicts(tx, id, conflicts, auditNamesOf);
  if (wanted.sale !== null && wanted.sale.price >= wanted.price) {
    throw new Problem('INVALID', designMessages.saleNotLower, {
      fields: { 'sale.price': designMessages.saleNotLower },
    });
  }
  await assertSkuFree(tx, id, wanted.sku);
  await assertKnownDesigners(tx, JSON.parse(row.designers) as string[], wanted.designers);
  const categories = await setCategories(tx, id, wanted.categoryIds);
  const fields = columnsOf({
    ...wanted,
    description: cleanDescription(wanted.description),
    designers: [...new Set(wanted.designers)],
  });
  if (row.status === 'published') await assertComplete(tx, { id, ...fields }, savedParts);
  await changeDesign(change, 'design.changed', row, fields, { categories });
}

/**
 * Sets only the price, in cents. `from`: the price that was shown.
 * @throws NOT_FOUND; CHANGED_MEANWHILE if somebody else changed it; INVALID if it conflicts with a sale or the shop's rules
 */
export async function setPrice(
  change: AuditedChange,
  id: string,
  { from, price }: { readonly from: number; readonly price: number },
): Promise<void> {
  const { tx } = change;
  const row = await designToChange(tx, id, null);
  await assertNotChanged(tx, id, 'price', { now: row.price, from, to: price });
  if (row.salePrice !== null && row.salePrice >= price) {
    throw new Problem('INVALID', designMessages.saleNotLower, {
      fields: { price: designMessages.saleNotLower },
    });
  }
  if (row.status === 'published') await assertComplete(tx, { ...row, price }, savedParts);
  await changeDesign(change, 'design.price_changed', row, { price });
}

/** @throws INVALID if another design has this SKU */
export async function assertSkuFree(tx: Reader, id: string, sku: string): Promise<void> {
  const other = await tx
    .selectFrom('products')
    .select('id')
    .where('sku', '=', sku)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (!other) return;
  throw new Problem('INVALID', designMessages.skuTaken, {
    fields: { sku: designMessages.skuTaken },
  });
}

/** Refuses unknown designers. A designer who left the studio can stay on a design, but not be added to one. */
export async function assertKnownDesigners(
  reader: Reader,
  current: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const { value } = await readSetting(reader, 'studio');
  const known = new Set([...value.designers.map(({ name }) => name), ...current]);
  const unknown = wanted.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const text = `Unknown designer: ${unknown.join(', ')}.`;
  throw invalidField('designers', text);
}

/** Sets a design's categories. Returns their names before and after. */
export async function setCategories(
  tx: Transaction,
  productId: string,
  wanted: readonly string[],
): Promise<readonly [string, string]> {
  const ids = [...new Set(wanted)];
  const known = await tx.selectFrom('categories').select(['id', 'name']).execute();
  const nameOf = new Map(known.map(({ id, name }) => [id, name]));
  if (ids.some((id) => !nameOf.has(id))) {
    const text = 'One of these categories no longer exists.';
    throw invalidField('categoryIds', text);
  }
  const before = await tx
    .deleteFrom('productCategories')
    .where('productId', '=', productId)
    .returning(['categoryId', 'position'])
    .execute();
  if (ids.length > 0) {
    await tx
      .insertInto('productCategories')
      .values(ids.map((categoryId, position) => ({ productId, categoryId, position })))
      .execute();
  }
  const named = (each: readonly string[]) => each.map((id) => nameOf.get(id) ?? '').join(', ');
  const was = before.sort((a, b) => a.position - b.position).map(({ categoryId }) => categoryId);
  return [named(was), named(ids)];
}
