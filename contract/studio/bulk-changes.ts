import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema } from '../wire/fields.ts';
import { bulkActionSchema, bulkSelectionSchema } from './bulk-actions.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import { designFilterEntries } from './designs.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/**
 * Changes of many designs at once. A change is planned first, which stores what would happen to each design;
 * starting it does exactly that, in the background, and it can be undone afterwards.
 */

/** `planned`: nothing has changed yet. `undone`: what could be restored was. */
export const bulkStates = ['planned', 'running', 'done', 'undoing', 'undone'] as const;
export type BulkState = (typeof bulkStates)[number];

/**
 * What happens to a design. `waiting`: it will change, or, in a planned change, would. `refused`: it can't.
 * After an undo, `kept` couldn't be restored.
 */
export const bulkOutcomes = ['waiting', 'changed', 'refused', 'undone', 'kept'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** A bulk change. `unchanged` counts designs that already are as wanted. */
export const bulkChangeSchema = v.object({
  _id: idSchema,
  /** What it does, such as `Price +10%`. */
  title: v.string(),
  state: v.picklist(bulkStates),
  /** E-mail of the staff member who planned it. */
  actor: v.string(),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
  canUndo: v.boolean(),
  /** It deletes designs, which can't be undone. */
  isDeletion: v.optional(v.boolean(), false),
  designs: v.object({
    unchanged: v.number(),
    ...v.entriesFromList(bulkOutcomes, v.number()),
  }),
});
export type BulkChange = v.InferOutput<typeof bulkChangeSchema>;

/**
 * A design of a bulk change, before and after it in words; instants in them are ISO timestamps. `reason` is empty
 * unless it is refused or kept.
 */
export const bulkDesignSchema = v.object({
  id: idSchema,
  title: v.string(),
  before: v.string(),
  after: v.string(),
  outcome: v.picklist(bulkOutcomes),
  reason: v.string(),
});

const changeParams = v.object({ changeId: idSchema });

export const bulkChangeCalls = {
  designTable: {
    method: 'GET',
    path: '/api/studio/design-table.csv',
    access: 'studio',
    summary: 'The designs that a filter matches, as a CSV to edit in a spreadsheet',
    query: v.object(designFilterEntries),
    answer: fileAnswerSchema,
  },
  uploadDesignTable: {
    method: 'POST',
    path: '/api/studio/design-table',
    access: 'studio',
    summary: 'Plan the changes of an edited table of designs, and see them; nothing changes yet',
    bodyType: 'bytes',
    query: v.object({
      fileName: v.optional(
        v.pipe(v.string(), v.trim(), v.maxLength(200, messages.invalid.tooLong)),
        '',
      ),
    }),
    answer: bulkChangeSchema,
  },
  planBulkChange: {
    method: 'POST',
    path: '/api/studio/bulk-changes',
    access: 'studio',
    summary: 'Plan a change of several designs, and see what it would do; nothing changes yet',
    body: v.object({ selection: bulkSelectionSchema, action: bulkActionSchema }),
    answer: bulkChangeSchema,
  },
  bulkChanges: {
    method: 'GET',
    path: '/api/studio/bulk-changes',
    access: 'studio',
    summary: 'Bulk changes that were started, newest first',
    query: v.object(listQueryEntries),
    answer: listAnswerSchema(bulkChangeSchema),
  },
  bulkChange: {
    method: 'GET',
    path: '/api/studio/bulk-changes/{changeId}',
    access: 'studio',
    summary: 'A bulk change and its progress',
    params: changeParams,
    answer: bulkChangeSchema,
  },
  bulkChangeDesigns: {
    method: 'GET',
    path: '/api/studio/bulk-changes/{changeId}/designs',
    access: 'studio',
    summary: 'The designs of a bulk change, each before and after',
    params: changeParams,
    query: v.object({
      ...listQueryEntries,
      outcome: v.optional(v.picklist(['', ...bulkOutcomes]), ''),
    }),
    answer: listAnswerSchema(bulkDesignSchema),
  },
  startBulkChange: {
    method: 'POST',
    path: '/api/studio/bulk-changes/{changeId}/start',
    access: 'studio',
    summary: 'Start a planned change; starting it again does nothing',
    params: changeParams,
    answer: bulkChangeSchema,
  },
  undoBulkChange: {
    method: 'POST',
    path: '/api/studio/bulk-changes/{changeId}/undo',
    access: 'studio',
    summary: 'Restore what a bulk change changed, where nobody changed it since',
    params: changeParams,
    answer: bulkChangeSchema,
  },
} as const satisfies StudioCalls;
