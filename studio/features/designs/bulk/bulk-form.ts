import * as v from 'valibot';
import { noKeywords } from '#contract/shop/keywords.ts';
import { bulkActionSchema, type PriceWay, valueChoices } from '#contract/studio/bulk-actions.ts';
import type { Rounding } from '#contract/studio/rounding.ts';
import { parseAmount } from '#contract/wire/parse-amount.ts';
import { instantFrom } from '../../../ui/local-moment.ts';
import { keywordsFrom, type TypedKeywords, typedKeywords } from '../typed-keywords.ts';

type ValueChoice = (typeof valueChoices)[number];
const keyOf = ({ field, value }: ValueChoice) => `${field}: ${value}` as const;
const valueMenu = Object.fromEntries(
  valueChoices.map((choice) => [keyOf(choice), choice.menu]),
) as Readonly<Record<ReturnType<typeof keyOf>, string>>;

/** What can be changed, in the order of the menu. */
export const bulkChoices = {
  price: 'Price',
  discount: 'Discount',
  noDiscount: 'Remove the discount',
  addCategories: 'Add categories',
  removeCategories: 'Remove categories',
  addDesigners: 'Add designers',
  removeDesigners: 'Remove designers',
  ...valueMenu,
  addKeywords: 'Add keywords',
  removeKeywords: 'Remove keywords',
  publish: 'Publish',
  retire: 'Retire: hide from the shop, buyers keep it',
  draft: 'Back to draft',
  delete: 'Delete drafts',
} as const;
export type BulkChoice = keyof typeof bulkChoices;

/** The fields of the form for a bulk change. */
export interface TypedBulk {
  readonly choice: BulkChoice | '';
  readonly way: PriceWay;
  readonly value: string;
  /** Whether a price is lowered; a discount always is. */
  readonly isLower: boolean;
  readonly rounding: Rounding;
  /** In the format of a datetime-local field. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly categoryIds: readonly string[];
  readonly designers: readonly string[];
  readonly keywords: TypedKeywords;
}

export const untypedBulk: TypedBulk = {
  choice: '',
  way: 'percent',
  value: '',
  isLower: false,
  rounding: 'cent',
  startsAt: '',
  endsAt: '',
  categoryIds: [],
  designers: [],
  keywords: typedKeywords(noKeywords),
};

/** The action, as the contract wants it; values that can't be parsed stay wrong, so that it reports them. */
function wantedAction(typed: TypedBulk): unknown {
  const { way, rounding, isLower, categoryIds, designers } = typed;
  const amount = way === 'percent' ? percentFrom(typed.value) : parseAmount(typed.value);
  const keywords = keywordsFrom(typed.keywords);
  switch (typed.choice) {
    case 'price':
      return { kind: 'price', way, value: isLower && way !== 'set' ? -amount : amount, rounding };
    case 'discount': {
      const period = { startsAt: instantFrom(typed.startsAt), endsAt: instantFrom(typed.endsAt) };
      return { kind: 'discount', way, value: amount, rounding, ...period };
    }
    case 'noDiscount':
    case 'delete':
      return { kind: typed.choice };
    case 'addCategories':
      return { kind: 'categories', how: 'add', categoryIds };
    case 'removeCategories':
      return { kind: 'categories', how: 'remove', categoryIds };
    case 'addDesigners':
      return { kind: 'designers', how: 'add', designers };
    case 'removeDesigners':
      return { kind: 'designers', how: 'remove', designers };
    case 'addKeywords':
      return { kind: 'keywords', how: 'add', keywords };
    case 'removeKeywords':
      return { kind: 'keywords', how: 'remove', keywords };
    case 'publish':
      return { kind: 'status', status: 'published' };
    case 'retire':
      return { kind: 'status', status: 'retired' };
    case 'draft':
      return { kind: 'status', status: 'draft' };
    case '':
      return null;
    default: {
      const choice = valueChoices.find((each) => keyOf(each) === typed.choice);
      return choice && { kind: choice.kind, [choice.field]: choice.value };
    }
  }
}

/** The action to preview, or an error for each field of the action. */
export function bulkActionFrom(typed: TypedBulk) {
  const parsed = v.safeParse(bulkActionSchema, wantedAction(typed));
  if (parsed.success) return { action: parsed.output, errors: {} };
  const errors: Record<string, string> = {};
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return { action: null, errors };
}

/** The percent typed; 0, which is never right, for anything but a whole number, so that the contract says what is. */
function percentFrom(text: string): number {
  const typed = text.trim();
  const bare = typed.endsWith('%') ? typed.slice(0, -1).trim() : typed;
  return /^\d{1,4}$/.test(bare) ? Number(bare) : 0;
}
