import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { keywordKinds } from '../shop/keywords.ts';
import { idSchema, moneySchema } from '../wire/fields.ts';
import { pick } from '../wire/pick.ts';
import { type BulkField, ofEach } from './design-record.ts';
import { designFilterEntries, designMessages, designStatuses, priceSchema } from './designs.ts';
import { keywordMessages, typedKeywordsSchema } from './keywords.ts';
import { periodMessages, startsBeforeItEnds, wantedInstantSchema } from './period.ts';
import type { BulkValues } from './record-field.ts';
import { roundings } from './rounding.ts';

/** What a bulk change does, and to which designs. Only its form loads this. */

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

/** The action of a bulk change that sets a field to one of its values. */
function valueAction<K extends string, F extends BulkField>(kind: K, field: F) {
  return v.object({ kind: v.literal(kind), ...pick(ofEach('edited'), [field]) });
}

/** The values of fields that bulk changes set, each as the menu of bulk changes and their preview call it. */
const bulkValues = {
  isForFabricShops: {
    action: valueAction('audience', 'isForFabricShops'),
    values: [
      { value: true, menu: 'Sell to fabric shops too', seen: 'Sold to fabric shops too' },
      { value: false, menu: 'Don’t sell to fabric shops', seen: 'Not sold to fabric shops' },
    ],
  },
  isDesignerFavourite: {
    action: valueAction('favourite', 'isDesignerFavourite'),
    values: [
      { value: true, menu: 'Mark as favourites', seen: 'Favourite' },
      { value: false, menu: 'Remove from favourites', seen: 'Not a favourite' },
    ],
  },
} satisfies { readonly [F in BulkField]: BulkValues };

/** All values that an action can set a field to. */
export const valueChoices = Object.entries(bulkValues).flatMap(([field, { action, values }]) => {
  const kind = action.entries.kind.literal;
  return values.map((of) => ({ ...of, kind, field: field as BulkField }));
});
const valueActions = Object.values(bulkValues).map(({ action }) => action);
export type ValueAction = v.InferOutput<(typeof valueActions)[number]>;

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
  ...valueActions,
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
