import type { BulkAction } from '#contract/studio/bulk-actions.ts';
import type { AuditedChange } from '../../platform/database/change.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';
import { changeDesign } from '../change-design.ts';
import { deleteDesign } from '../delete-design.ts';
import { assertComplete, savedParts } from '../missing-parts.ts';
import { moveRow, setStatus } from '../move-design.ts';
import { assertSkuFree, setCategories } from '../save-design.ts';
import { planOne } from './plan-change.ts';
import {
  type DesignFields,
  hasFields,
  type PlannedDesign,
  type UndoRecord,
  undoRecordOf,
} from './plan-design.ts';
import { categoryNames, readPlanned } from './read-planned.ts';

/**
 * Applies an action to a design, if it still has the version that was planned for. Returns what an undo
 * needs; null if there is nothing to restore.
 * @throws Problem, with the reason for people, if it can't be applied; nothing is written then
 */
export async function applyDesign(
  change: AuditedChange,
  {
    id,
    version,
    action,
  }: { readonly id: string; readonly version: number; readonly action: BulkAction },
): Promise<UndoRecord | null> {
  const { tx, now } = change;
  const design = await plannedDesign(tx, id, version);
  const plan = await planOne(tx, design, action, { names: await categoryNames(tx), now });
  if (plan.kind === 'refused') throw new Problem('INVALID', plan.reason);
  if (plan.kind === 'unchanged') return null;
  if (plan.kind === 'delete') {
    await deleteDesign(change, id, version);
    return null;
  }
  await writeFields(change, design, plan.fields);
  return undoRecordOf(design, plan.fields);
}

/**
 * Restores what was replaced, unless somebody changed it since.
 * @throws Problem, with the reason for people, if it can't be restored
 */
export async function restoreDesign(
  change: AuditedChange,
  id: string,
  { before, after }: UndoRecord,
): Promise<void> {
  const { tx } = change;
  const design = (await readPlanned(tx, [id])).get(id);
  if (!design) throw new Problem('NOT_FOUND', 'It has been deleted since.');
  if (!hasFields(design, after)) {
    throw new Problem('CHANGED_MEANWHILE', 'Someone has changed this since, so it wasn’t undone.');
  }
  const { status, publishedAt = design.publishedAt } = before;
  if (status !== undefined) return setStatus(change, design, { status, publishedAt });
  await assertFieldsFit(tx, design, before);
  await writeFields(change, design, before);
}

/**
 * Sets the fields that were planned for a design, if it still has the version that was planned for.
 * @throws Problem, with the reason for people, if it can't have them; nothing is written then
 */
export async function applyFields(
  change: AuditedChange,
  {
    id,
    version,
    fields,
  }: { readonly id: string; readonly version: number; readonly fields: DesignFields },
): Promise<UndoRecord> {
  const design = await plannedDesign(change.tx, id, version);
  await assertFieldsFit(change.tx, design, fields);
  await writeFields(change, design, fields);
  return undoRecordOf(design, fields);
}

/** A design that still has the version that was planned for. */
async function plannedDesign(tx: Transaction, id: string, version: number): Promise<PlannedDesign> {
  const design = (await readPlanned(tx, [id])).get(id);
  if (!design) throw new Problem('NOT_FOUND', 'It was deleted after the preview.');
  if (design.version !== version) {
    throw new Problem('CHANGED_MEANWHILE', 'Someone else saved it after the preview.');
  }
  return design;
}

/** Refuses fields that a design can't have. @throws INVALID, with the reason for people */
export async function assertFieldsFit(
  reader: Reader,
  design: PlannedDesign,
  fields: DesignFields,
): Promise<void> {
  const next = { ...design, ...fields };
  const { salePrice, price } = next;
  if (salePrice !== null && salePrice >= price) {
    throw new Problem('INVALID', 'Its discounted price would no longer be lower than its price.');
  }
  if (fields.sku !== undefined) await assertSkuFree(reader, design.id, fields.sku);
  if (design.status !== 'published') return;
  const parts = savedParts.filter((part) => part !== 'categoryIds');
  await assertComplete(reader, next, parts);
  if (next.categoryIds.length === 0) {
    throw new Problem('INVALID', 'A published design needs a category.');
  }
}

async function writeFields(
  change: AuditedChange,
  design: PlannedDesign,
  { categoryIds, status, ...fields }: DesignFields,
): Promise<void> {
  if (status !== undefined) return moveRow(change, design.id, { version: design.version, status });
  const { categoryIds: _, ...row } = design;
  const others = categoryIds && {
    categories: await setCategories(change.tx, design.id, categoryIds),
  };
  const what = 'price' in fields ? 'design.price_changed' : 'design.changed';
  await changeDesign(change, what, row, fields, others);
}
