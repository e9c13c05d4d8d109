import * as v from 'valibot';
import type { StudioCalls } from './call.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/** The values before or after an action, by field. The code that writes the line names the fields. */
const seenSchema = v.nullable(
  v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
);

/**
 * One action in the studio. `actor`: a staff member's e-mail, `terminal` or the shop itself. `subjectId`: the
 * id of what it was done to.
 */
export const auditLineSchema = v.object({
  id: v.number(),
  at: v.string(),
  actor: v.string(),
  action: v.string(),
  subjectId: v.string(),
  before: seenSchema,
  after: seenSchema,
});
export type AuditLine = v.InferOutput<typeof auditLineSchema>;

export const auditCalls = {
  auditLines: {
    method: 'GET',
    path: '/api/studio/audit',
    access: 'studio',
    summary: 'The activity log, newest first',
    query: v.object(listQueryEntries),
    answer: listAnswerSchema(auditLineSchema),
  },
} as const satisfies StudioCalls;
