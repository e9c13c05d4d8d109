import * as v from 'valibot';
import type { StudioCalls } from './call.ts';
import { listQueryEntries, longListAnswerSchema } from './list.ts';
import { searchSchema } from './orders.ts';

/** What actions are about, to filter the activity log by. */
export const auditKinds = [
  'designs',
  'orders',
  'buyers',
  'coupons',
  'customs',
  'front',
  'imports',
  'shop',
  'staff',
  'data',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Every action that the audit log records: what it is about, and how the activity log says it. */
export const auditActions = {
  'backup.made': { kind: 'data', text: 'made a backup' },
  'backup.downloaded': { kind: 'data', text: 'downloaded a backup' },
  'data.exported': { kind: 'data', text: 'exported' },
  'mails.retried': { kind: 'shop', text: 'retried e-mails' },
  'mails.tested': { kind: 'shop', text: 'sent a test e-mail' },
  'staff.invited': { kind: 'staff', text: 'invited to the studio' },
  'staff.removed': { kind: 'staff', text: 'removed from the studio' },
  'staff.joined': { kind: 'staff', text: 'accepted the invitation' },
  'session.started': { kind: 'staff', text: 'signed in' },
  'session.ended': { kind: 'staff', text: 'signed out' },
  'session.ended_elsewhere': { kind: 'staff', text: 'signed out devices' },
  'staff.role_changed': { kind: 'staff', text: 'changed a role' },
  'staff.renamed': { kind: 'staff', text: 'changed a name' },
  'recovery_codes.made': { kind: 'staff', text: 'made new recovery codes' },
  'recovery_code.used': { kind: 'staff', text: 'used a recovery code' },
  'authenticator.set_up': { kind: 'staff', text: 'set up a new authenticator' },
  'password.requested': { kind: 'staff', text: 'asked an owner to confirm a new password' },
  'password.confirmed': { kind: 'staff', text: 'confirmed a new password' },
  'password.refused': { kind: 'staff', text: 'refused a new password' },
  'password.set': { kind: 'staff', text: 'set a new password' },
  'buyer.approved': { kind: 'buyers', text: 'approved a buyer' },
  'buyer.rejected': { kind: 'buyers', text: 'rejected a buyer' },
  'buyer.signed_out': { kind: 'buyers', text: 'signed a buyer out' },
  'buyer.given_design': { kind: 'buyers', text: 'gave a design' },
  'yearly_licence.recorded': { kind: 'buyers', text: 'recorded a yearly licence' },
  'yearly_licence.changed': { kind: 'buyers', text: 'changed a yearly licence' },
  'yearly_licence.removed': { kind: 'buyers', text: 'removed a yearly licence' },
  'download.revoked': { kind: 'orders', text: 'revoked a download' },
  'download.restored': { kind: 'orders', text: 'restored a download' },
  'receipt.resent': { kind: 'orders', text: 'resent a receipt' },
  'review.released': { kind: 'orders', text: 'released an order in review' },
  'review.cancelled': { kind: 'orders', text: 'cancelled an order in review' },
  'refund.started': { kind: 'orders', text: 'started a refund' },
  'refund.made': { kind: 'orders', text: 'refunded' },
  'refund.refused': { kind: 'orders', text: 'had a refund refused' },
  'refund.closed': { kind: 'orders', text: 'marked a refund as not made' },
  'settings.changed': { kind: 'shop', text: 'changed the settings' },
  'notifications.changed': { kind: 'staff', text: 'changed notifications' },
  'search_words.changed': { kind: 'shop', text: 'changed the search words' },
  'licence_text.published': { kind: 'shop', text: 'published a licence text' },
  'licence_key.changed': { kind: 'shop', text: 'changed the key of licence cards' },
  'shop_text.published': { kind: 'shop', text: 'published a shop text' },
  'picture.added': { kind: 'designs', text: 'added a picture' },
  'upload.cancelled': { kind: 'designs', text: 'cancelled an upload' },
  'processing.retried': { kind: 'designs', text: 'retried failed processing' },
  'pictures.reordered': { kind: 'designs', text: 'reordered the pictures' },
  'picture.deleted': { kind: 'designs', text: 'deleted a picture' },
  'file.added': { kind: 'designs', text: 'added a file' },
  'file.replaced': { kind: 'designs', text: 'replaced a file' },
  'file.renamed': { kind: 'designs', text: 'renamed a file' },
  'files.reordered': { kind: 'designs', text: 'reordered the files' },
  'file.deleted': { kind: 'designs', text: 'deleted a file' },
  'design.created': { kind: 'designs', text: 'created a design' },
  'design.changed': { kind: 'designs', text: 'changed a design' },
  'design.price_changed': { kind: 'designs', text: 'changed a price' },
  'design.published': { kind: 'designs', text: 'published a design' },
  'design.retired': { kind: 'designs', text: 'retired a design' },
  'design.drafted': { kind: 'designs', text: 'moved a design back to draft' },
  'design.deleted': { kind: 'designs', text: 'deleted a design' },
  'bulk_change.started': { kind: 'designs', text: 'started a bulk change' },
  'bulk_change.undone': { kind: 'designs', text: 'undid a bulk change' },
  'category.added': { kind: 'designs', text: 'added a category' },
  'category.renamed': { kind: 'designs', text: 'renamed a category' },
  'category.deleted': { kind: 'designs', text: 'deleted a category' },
  'collection.created': { kind: 'designs', text: 'created a collection' },
  'collection.changed': { kind: 'designs', text: 'changed a collection' },
  'collection.deleted': { kind: 'designs', text: 'deleted a collection' },
  'collection.restored': { kind: 'designs', text: 'restored a collection' },
  'collections.reordered': { kind: 'designs', text: 'reordered the collections' },
  'coupon.created': { kind: 'coupons', text: 'created a coupon' },
  'coupon.changed': { kind: 'coupons', text: 'changed a coupon' },
  'coupon.switched_off': { kind: 'coupons', text: 'switched a coupon off' },
  'coupon.switched_on': { kind: 'coupons', text: 'switched a coupon on' },
  'featured_picture.added': { kind: 'front', text: 'added a featured picture' },
  'featured_picture.described': { kind: 'front', text: 'described a featured picture' },
  'featured_picture.removed': { kind: 'front', text: 'removed a featured picture' },
  'featured_pictures.reordered': { kind: 'front', text: 'reordered the featured pictures' },
  'import.uploaded': { kind: 'imports', text: 'uploaded an import file' },
  'import.started': { kind: 'imports', text: 'started an import' },
  'import.stopped': { kind: 'imports', text: 'stopped an import' },
  'import.discarded': { kind: 'imports', text: 'discarded an import file' },
  'import.pictures_retried': { kind: 'imports', text: 'retried pictures' },
  'import.design_imported': { kind: 'imports', text: 'imported a design' },
  'commissions.opened': { kind: 'customs', text: 'opened custom requests' },
  'commissions.closed': { kind: 'customs', text: 'closed custom requests' },
  'commission.answered': { kind: 'customs', text: 'answered a custom request' },
  'commission.status_changed': { kind: 'customs', text: 'changed a custom request’s status' },
} as const satisfies Readonly<Record<string, { readonly kind: AuditKind; readonly text: string }>>;

/** The actions recorded in the audit log. */
export type StudioAction = keyof typeof auditActions;

const texts: ReadonlyMap<string, string> = new Map(
  Object.entries(auditActions).map(([action, { text }]) => [action, text]),
);

/** A recorded action in words; one that this version doesn't know stays as it is. */
export function actionText(action: string): string {
  return texts.get(action) ?? action;
}

/** The values before or after an action, by field. The code that writes the line names the fields. */
const seenSchema = v.nullable(
  v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
);

/** The things that have a screen of their own, or are on one. */
const subjectKinds = [
  'design',
  'order',
  'buyer',
  'coupon',
  'custom request',
  'import',
  'bulk change',
  'category',
  'collection',
  'staff member',
] as const;

/** What an action was done to. Its name is the current one; `id` is that of its screen. */
const subjectSchema = v.object({
  kind: v.picklist(subjectKinds),
  id: v.string(),
  name: v.string(),
});
export type AuditSubject = v.InferOutput<typeof subjectSchema>;

/**
 * One action in the studio. `actor`: a staff member's e-mail, `terminal` or the shop itself. `subjectId`: the
 * id of what it was done to. `subject` is null if that no longer exists, has no name or is of a kind that an open page
 * of the version before doesn't know.
 */
export const auditLineSchema = v.object({
  id: v.number(),
  at: v.string(),
  actor: v.string(),
  action: v.string(),
  subjectId: v.string(),
  subject: v.fallback(v.nullable(subjectSchema), null),
  before: seenSchema,
  after: seenSchema,
});
export type AuditLine = v.InferOutput<typeof auditLineSchema>;

/** How many actions a search of the activity log reads at once; the next search continues where it ended. */
export const linesSearched = 4000;

export const auditCalls = {
  auditLines: {
    method: 'GET',
    path: '/api/studio/audit',
    access: 'studio',
    summary: 'The activity log, newest first, by person, by kind, by action, and by name',
    query: v.object({
      ...listQueryEntries,
      /** The id of a staff member, `terminal` or `the shop itself`; empty: everyone. */
      actor: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
      kind: v.optional(v.picklist([...auditKinds, 'all']), 'all'),
      action: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
      search: searchSchema,
      /** Only actions older than the one with this id. */
      olderThan: v.optional(v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number))),
    }),
    answer: v.object({
      ...longListAnswerSchema(auditLineSchema).entries,
      /** The oldest action that was searched, if there are older ones; null also without a search. */
      searchedTo: v.nullable(v.object({ id: v.number(), at: v.string() })),
      /** Everyone who may have done something. */
      actors: v.array(v.object({ id: v.string(), name: v.string() })),
    }),
  },
} as const satisfies StudioCalls;
