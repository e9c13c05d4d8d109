import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { keywordKinds } from '../shop/keywords.ts';
import { idSchema, moneySchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import { designFilterEntries, designMessages, designStatuses, priceSchema } from './designs.ts';
import { keywordMessages, typedKeywordsSchema } from './keywords.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';
import { periodMessages, startsBeforeItEnds, wantedInstantSchema } from './period.ts';

/**
 * Changes of many designs at once. A change is planned first, which stores what would happen to each design;
 * starting it does exactly that, in the background, and it can be undone afterwards.
 */

export const bulkLimits = {
  /** How many designs can be named one by one; a filter can match any number. */
  named: 500,
  /** By how many percent a price can change at once. */
  percent: { least: -90, most: 900 },
} as const;

export const bulkMessages = {
  percent: `Enter a whole number from ${bulkLimits.percent.least} to ${bulkLimits.percent.most}, except 0.`,
  percentOff: 'Enter a whole number from 1 to 99.',
  amount: 'Enter an amount in dollars, such as 2.50 or -2.50.',
  amountOff: 'Enter an amount in dollars, such as 2.50.',
  selection: `Choose from 1 to ${bulkLimits.named} designs, or all results.`,
  categories: 'Choose a category.',
  designers: 'Choose a designer.',
  nothingMatches: 'No design matches any more. Reload the list.',
  noneComplete: 'No draft is complete. The list shows what each draft lacks.',
  replaced: 'You started another preview, which replaced this one.',
  cannotUndo: 'This change can’t be undone.',
} as const;

/** How a price changes: to an amount, by percent, or by an amount. */
export const priceWays = ['set', 'percent', 'amount'] as const;
export type PriceWay = (typeof priceWays)[number];

/** What a price is rounded to: the cent, half a dollar, a dollar, or 99 cents. */
export const roundings = ['cent', 'half', 'dollar', 'ninetyNine'] as const;
export type Rounding = (typeof roundings)[number];

const { least, most } = bulkLimits.percent;

/** How an amount changes; `value` is in dollars, or in percent. Only a computed amount is rounded. */
const stepEntries = {
  way: v.picklist(priceWays),
  value: v.number(bulkMessages.amount),
  rounding: v.optional(v.picklist(roundings), 'cent'),
};

interface Step {
  readonly way: PriceWay;
  readonly value: number;
}

const isPercent = (value: number, from: number, to: number) =>
  Number.isInteger(value) && value >= from && value <= to && value !== 0;

/** Null: the step makes sense for a price. */
function stepProblem({ way, value }: Step): string | null {
  if (way === 'set') return v.is(priceSchema, value) ? null : designMessages.price;
  if (way === 'percent') return isPercent(value, least, most) ? null : bulkMessages.percent;
  return value !== 0 && v.is(moneySchema, Math.abs(value)) ? null : bulkMessages.amount;
}

/** Null: the step can be taken off a price. */
function offProblem({ way, value }: Step): string | null {
  if (way === 'set') return v.is(priceSchema, value) ? null : designMessages.price;
  if (way === 'percent') return isPercent(value, 1, 99) ? null : bulkMessages.percentOff;
  return value > 0 && v.is(moneySchema, value) ? null : bulkMessages.amountOff;
}

const priceActionSchema = v.pipe(
  v.object({ kind: v.literal('price'), ...stepEntries }),
  v.forward(
    v.check(
      (action) => stepProblem(action) === null,
      ({ input }) => stepProblem(input) ?? '',
    ),
    ['value'],
  ),
);

/** `percent` and `amount` are taken off the price; `set` is the discounted price itself. */
const discountActionSchema = v.pipe(
  v.object({
    kind: v.literal('discount'),
    ...stepEntries,
    startsAt: v.nullable(wantedInstantSchema),
    endsAt: v.nullable(wantedInstantSchema),
  }),
  v.forward(
    v.check(
      (action) => offProblem(action) === null,
      ({ input }) => offProblem(input) ?? '',
    ),
    ['value'],
  ),
  v.forward(
    v.check((action) => startsBeforeItEnds(action), periodMessages.order),
    ['endsAt'],
  ),
);

const addOrRemove = v.picklist(['add', 'remove']);

/** One action for every design of a bulk change. */
export const bulkActionSchema = v.variant('kind', [
  priceActionSchema,
  discountActionSchema,
  v.object({ kind: v.literal('noDiscount') }),
  v.object({
    kind: v.literal('categories'),
    how: addOrRemove,
    categoryIds: v.pipe(
      v.array(idSchema),
      v.minLength(1, bulkMessages.categories),
      v.maxLength(50, messages.invalid.tooLong),
    ),
  }),
  v.object({
    kind: v.literal('designers'),
    how: addOrRemove,
    designers: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(100, messages.invalid.tooLong))),
      v.minLength(1, bulkMessages.designers),
      v.maxLength(20, messages.invalid.tooLong),
    ),
  }),
  v.object({ kind: v.literal('audience'), isForFabricShops: v.boolean() }),
  v.object({ kind: v.literal('favourite'), isDesignerFavourite: v.boolean() }),
  v.object({
    kind: v.literal('keywords'),
    how: addOrRemove,
    keywords: v.pipe(
      typedKeywordsSchema,
      v.check(
        (keywords) => keywordKinds.some((kind) => keywords[kind].length > 0),
        keywordMessages.none,
      ),
    ),
  }),
  v.object({ kind: v.literal('status'), status: v.picklist(designStatuses) }),
  v.object({ kind: v.literal('delete') }),
]);
export type BulkAction = v.InferOutput<typeof bulkActionSchema>;

/** Designs named one by one, or everything that a filter of the list matches. */
export const bulkSelectionSchema = v.variant('of', [
  v.object({
    of: v.literal('named'),
    ids: v.pipe(
      v.array(idSchema),
      v.minLength(1, bulkMessages.selection),
      v.maxLength(bulkLimits.named, bulkMessages.selection),
    ),
  }),
  v.object({ of: v.literal('filter'), ...designFilterEntries }),
]);
export type BulkSelection = v.InferOutput<typeof bulkSelectionSchema>;

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
