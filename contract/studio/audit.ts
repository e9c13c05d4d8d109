import * as v from 'valibot';
import { studioCall } from './call.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/** What stood there: field by field, in the words of the one who wrote the line. */
const seenSchema = v.nullable(
  v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
);

/**
 * One thing that was done in the studio. `who` is an e-mail of the studio, `terminal` or the
 * shop itself; `target` the id of what it was done to.
 */
export const auditLineSchema = v.object({
  id: v.number(),
  at: v.string(),
  who: v.string(),
  what: v.string(),
  target: v.string(),
  before: seenSchema,
  after: seenSchema,
});
export type AuditLine = v.InferOutput<typeof auditLineSchema>;

export const auditCalls = {
  auditLines: studioCall({
    method: 'GET',
    path: '/audit',
    access: 'studio',
    summary: 'What was done in the studio, the latest first',
    query: v.object(listQueryEntries),
    answer: listAnswerSchema(auditLineSchema),
  }),
};
