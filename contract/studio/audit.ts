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

/** Every action that the audit log records, and what it is about. */
export const auditActions = {
  'made a backup': 'data',
  'downloaded a backup': 'data',
  exported: 'data',
  'retried e-mails': 'shop',
  'sent a test e-mail': 'shop',
  'invited to the studio': 'staff',
  'removed from the studio': 'staff',
  'accepted the invitation': 'staff',
  'signed in': 'staff',
  'signed out': 'staff',
  'signed out devices': 'staff',
  'changed a role': 'staff',
  'changed a name': 'staff',
  'made new recovery codes': 'staff',
  'used a recovery code': 'staff',
  'set up a new authenticator': 'staff',
  'asked an owner to confirm a new password': 'staff',
  'confirmed a new password': 'staff',
  'refused a new password': 'staff',
  'set a new password': 'staff',
  'approved a buyer': 'buyers',
  'rejected a buyer': 'buyers',
  'signed a buyer out': 'buyers',
  'gave a design': 'buyers',
  'recorded a yearly licence': 'buyers',
  'changed a yearly licence': 'buyers',
  'removed a yearly licence': 'buyers',
  'revoked a download': 'orders',
  'restored a download': 'orders',
  'resent a receipt': 'orders',
  'released an order in review': 'orders',
  'cancelled an order in review': 'orders',
  'started a refund': 'orders',
  refunded: 'orders',
  'had a refund refused': 'orders',
  'closed a refund as not made': 'orders',
  'changed the settings': 'shop',
  'changed notifications': 'staff',
  'changed the search words': 'shop',
  'published a licence text': 'shop',
  'changed the key of licence cards': 'shop',
  'published a shop text': 'shop',
  'added a picture': 'designs',
  'cancelled an upload': 'designs',
  'retried failed processing': 'designs',
  'reordered the pictures': 'designs',
  'deleted a picture': 'designs',
  'added a file': 'designs',
  'replaced a file': 'designs',
  'renamed a file': 'designs',
  'reordered the files': 'designs',
  'deleted a file': 'designs',
  'created a design': 'designs',
  'changed a design': 'designs',
  'changed a price': 'designs',
  'published a design': 'designs',
  'retired a design': 'designs',
  'moved a design back to draft': 'designs',
  'deleted a design': 'designs',
  'started a bulk change': 'designs',
  'undid a bulk change': 'designs',
  'added a category': 'designs',
  'renamed a category': 'designs',
  'deleted a category': 'designs',
  'created a collection': 'designs',
  'changed a collection': 'designs',
  'deleted a collection': 'designs',
  'restored a collection': 'designs',
  'reordered the collections': 'designs',
  'created a coupon': 'coupons',
  'changed a coupon': 'coupons',
  'switched a coupon off': 'coupons',
  'switched a coupon on': 'coupons',
  'added a featured picture': 'front',
  'described a featured picture': 'front',
  'removed a featured picture': 'front',
  'reordered the featured pictures': 'front',
  'uploaded an import file': 'imports',
  'started an import': 'imports',
  'stopped an import': 'imports',
  'discarded an import file': 'imports',
  'retried pictures': 'imports',
  'imported a design': 'imports',
  'opened customs': 'customs',
  'closed customs': 'customs',
  'answered a custom request': 'customs',
  'changed a custom request’s status': 'customs',
} as const satisfies Readonly<Record<string, AuditKind>>;

/** The actions recorded in the audit log. */
export type StudioAction = keyof typeof auditActions;

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
