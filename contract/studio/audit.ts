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
