import { isDeepStrictEqual } from 'node:util';
import { type EditedNewsletter, newsletterRefusals } from '#contract/studio/newsletters.ts';
import {
  assertNoConflicts,
  type ChangedFields,
  mergeFields,
} from '../platform/audit/merge-fields.ts';
import { differences, recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { audienceText } from './audience.ts';
import { contentOf, type NewsletterRow, newsletterRow } from './read-newsletters.ts';
import { newsletterDesigns, typedCoupon } from './write-newsletter.ts';

/** Creates a draft for everyone, and returns its id. */
export async function createNewsletter(change: AuditedChange, subject: string): Promise<string> {
  const { tx, now } = change;
  const id = newId(now);
  await tx
    .insertInto('newsletters')
    .values({
      ...{ id, subject, text: '', designIds: '[]', couponId: null, audience: 'everyone' },
      ...{ state: 'draft', version: 1, createdAt: now.toISOString() },
      ...{ sendAt: null, resumedAt: null, nextAt: null, reachedId: null, stopReason: null },
    })
    .execute();
  const after = { name: subject };
  await recordAction(change, { action: 'newsletter.created', subjectId: id, before: null, after });
  return id;
}

/**
 * Saves the fields of a draft that changed.
 * @throws NOT_FOUND; CONFLICT if it is no draft; CHANGED_MEANWHILE with the fields that somebody else changed too; INVALID
 * for an unknown design, coupon or category
 */
export async function saveNewsletter(
  change: AuditedChange,
  id: string,
  saved: ChangedFields<EditedNewsletter>,
): Promise<void> {
  const { tx } = change;
  const row = await newsletterRow(tx, id);
  assertDraft(row);
  const { couponCode } = await contentOf(tx, row);
  const { subject, text, audience } = row;
  const designIds: string[] = JSON.parse(row.designIds);
  const current = { subject, text, designIds, couponCode, audience };
  const { merged, conflicts } = mergeFields<EditedNewsletter>(current, saved);
  await assertNoConflicts(tx, id, conflicts, (field) => [auditNames[field] ?? field]);
  if (isDeepStrictEqual(merged, current)) return;
  const { designIds: given, couponCode: code, ...edited } = merged;
  const next = [...new Set(given)];
  const known = (await newsletterDesigns(tx, next)).map((design) => design.id);
  // One that was deleted since it was chosen goes.
  if (next.some((each) => !known.includes(each) && !designIds.includes(each))) {
    throw invalidField('designIds', newsletterRefusals.unknownDesign);
  }
  await assertCategoryExists(tx, merged.audience);
  const coupon = await typedCoupon(tx, code);
  const values = { designIds: JSON.stringify(known), couponId: coupon?.id ?? null };
  await tx
    .updateTable('newsletters')
    .set({ ...edited, ...values, version: row.version + 1 })
    .where('id', '=', id)
    .execute();
  const before = await seenOf(tx, row);
  await recordAction(change, {
    action: 'newsletter.changed',
    subjectId: id,
    ...differences(before, await seenOf(tx, await newsletterRow(tx, id))),
  });
}

/** @throws NOT_FOUND; CONFLICT if it is no draft */
export async function deleteNewsletter(change: AuditedChange, id: string): Promise<void> {
  const { tx } = change;
  const row = await newsletterRow(tx, id);
  assertDraft(row);
  await tx.deleteFrom('newsletters').where('id', '=', id).execute();
  const before = { name: row.subject };
  await recordAction(change, { action: 'newsletter.deleted', subjectId: id, before, after: null });
}

function assertDraft({ state }: NewsletterRow): void {
  if (state !== 'draft') throw new Problem('CONFLICT', newsletterRefusals.notDraft);
}

async function assertCategoryExists(reader: Reader, audience: string): Promise<void> {
  const [, categoryId] = audience.split(':');
  if (categoryId === undefined) return;
  const category = await reader
    .selectFrom('categories')
    .select('id')
    .where('id', '=', categoryId)
    .executeTakeFirst();
  if (!category) throw invalidField('audience', newsletterRefusals.noCategory);
}

/** What the audit log calls fields that it describes in words. */
const auditNames: Readonly<Record<string, string>> = { designIds: 'designs', couponCode: 'coupon' };

async function seenOf(reader: Reader, row: NewsletterRow) {
  const { designs, couponCode } = await contentOf(reader, row);
  return {
    subject: row.subject,
    text: row.text,
    designs: designs.map(({ title }) => title).join(', '),
    coupon: couponCode,
    audience: await audienceText(reader, row.audience),
  };
}
