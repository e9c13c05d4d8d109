import { type Keywords, keywordKinds, tidyWords } from '#contract/shop/keywords.ts';
import { type BulkAction, type ValueAction, valueChoices } from '#contract/studio/bulk-actions.ts';
import { type BulkField, designRecord } from '#contract/studio/design-record.ts';
import { type DesignStatus, designMessages } from '#contract/studio/designs.ts';
import { keywordLimits } from '#contract/studio/keywords.ts';
import { formatCents } from '#contract/wire/money.ts';
import { type DesignColumns, readFields } from '../../catalogue/design-columns.ts';
import { writeStored } from '../../platform/database/stored-values.ts';
import type { DesignToChange } from '../change-design.ts';
import { isEverDearer } from './is-ever-dearer.ts';
import { newPrice } from './new-price.ts';

/** A design as an action sees it: its row, and its categories in order. */
export interface PlannedDesign extends DesignToChange {
  readonly categoryIds: readonly string[];
}

/** The columns that an action sets, and the categories if it sets those. */
export interface DesignFields
  extends Partial<DesignColumns & Pick<DesignToChange, 'status' | 'publishedAt'>> {
  readonly categoryIds?: readonly string[];
}

/** What a bulk change does: one action for all designs, or `table`: for each the fields of an edited table. */
export type StoredAction = BulkAction | { readonly kind: 'table' };

/** What an undo needs: the values that were replaced, and those that replaced them. */
export interface UndoRecord {
  readonly before: DesignFields;
  readonly after: DesignFields;
}

/** What an undo needs of fields that a design is about to get. */
export function undoRecordOf(design: PlannedDesign, after: DesignFields): UndoRecord {
  return { before: replacedBy(design, after), after };
}

/** What an action would do to a design: `before` and `after` are what a staff member sees. */
export type DesignPlan =
  | {
      readonly kind: 'change';
      readonly fields: DesignFields;
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'delete'; readonly before: string; readonly after: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly reason: string };

const maxPrice = 100_000_000;
const none = '—';
const noPrice = 'It has no price yet.';

/** How the studio calls each status. */
const statusNames: Readonly<Record<DesignStatus, string>> = {
  draft: 'Draft',
  published: 'Published',
  retired: 'Retired',
};

/** What an action needs to know besides the design. */
export interface PlanContext {
  /** Categories' names by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** Plans an action on one design, by what its row says alone. */
export function planDesign(
  design: PlannedDesign,
  action: BulkAction,
  { names, now }: PlanContext,
): DesignPlan {
  switch (action.kind) {
    case 'price':
      return planPrice(design, action);
    case 'discount':
      return planDiscount(design, action, now);
    case 'noDiscount':
      return plan(design, noSale, costText(design), formatCents(design.price));
    case 'categories':
      return planCategories(design, action, names);
    case 'designers':
      return planDesigners(design, action);
    case 'keywords':
      return planKeywords(design, action);
    case 'status':
      return planStatus(design, action.status);
    case 'delete':
      if (design.status !== 'draft') return refused(designMessages.wasShown);
      if (design.commissionId !== null) return refused(designMessages.isCommissioned);
      return { kind: 'delete', before: statusNames.draft, after: 'Deleted' };
    default:
      return planValue(design, action);
  }
}

const noSale = { salePrice: null, saleStartsAt: null, saleEndsAt: null } as const;

function refused(reason: string): DesignPlan {
  return { kind: 'refused', reason };
}

/** Plans these fields, unless the design has them already. */
function plan(
  design: PlannedDesign,
  fields: DesignFields,
  before: string,
  after: string,
): DesignPlan {
  return hasFields(design, fields)
    ? { kind: 'unchanged' }
    : { kind: 'change', fields, before, after };
}

/** Whether a design has these very values. */
export function hasFields(design: PlannedDesign, fields: DesignFields): boolean {
  return Object.entries(fields).every(
    ([field, value]) =>
      JSON.stringify(design[field as keyof DesignFields]) === JSON.stringify(value),
  );
}

function planPrice(
  design: PlannedDesign,
  action: Extract<BulkAction, { kind: 'price' }>,
): DesignPlan {
  if (design.price === 0 && action.way !== 'set') return refused(noPrice);
  const price = newPrice(design.price, action);
  if (price <= 0) return refused('Its price would be $0.00 or less.');
  if (action.way !== 'set' && (price - design.price) * action.value < 0) {
    return refused(`Rounding would ${action.value < 0 ? 'raise' : 'lower'} its price.`);
  }
  if (price > maxPrice) return refused(designMessages.price);
  if (design.salePrice !== null && design.salePrice >= price) {
    return refused(designMessages.saleNotLower);
  }
  return plan(design, { price }, formatCents(design.price), formatCents(price));
}

function planDiscount(
  design: PlannedDesign,
  action: Extract<BulkAction, { kind: 'discount' }>,
  now: Date,
): DesignPlan {
  if (design.price === 0) return refused(noPrice);
  const { way, startsAt, endsAt } = action;
  const step = way === 'set' ? action : { ...action, value: -action.value };
  const salePrice = newPrice(design.price, step);
  if (way !== 'set' && salePrice <= 0) {
    return refused('Its discounted price would be $0.00 or less.');
  }
  if (salePrice >= design.price) return refused(designMessages.saleNotLower);
  const fields = { salePrice, saleStartsAt: startsAt, saleEndsAt: endsAt };
  if (isEverDearer(design, fields, now)) return refused(dearerText(design, fields));
  return plan(design, fields, costText(design), costText({ ...design, ...fields }));
}

/** Why a discount would make a design dearer. */
function dearerText(
  design: PlannedDesign,
  next: { readonly [Field in keyof typeof noSale]: PlannedDesign[Field] },
): string {
  const [own, other] = [costText(design), costText({ ...design, ...next })];
  return (next.salePrice ?? design.price) > (design.salePrice ?? design.price)
    ? `Already cheaper: ${own} instead of ${other}.`
    : `Already discounted to ${own}. With ${other}, it would cost ${formatCents(design.price)} for part of that time.`;
}

/** What a design costs: its discounted price and when, or its price. */
function costText(sale: Pick<PlannedDesign, 'price' | keyof typeof noSale>): string {
  if (sale.salePrice === null) return formatCents(sale.price);
  const from = sale.saleStartsAt === null ? '' : ` from ${sale.saleStartsAt}`;
  const until = sale.saleEndsAt === null ? '' : ` until ${sale.saleEndsAt}`;
  return `${formatCents(sale.salePrice)}${from}${until}`;
}

function planCategories(
  design: PlannedDesign,
  { how, categoryIds: given }: Extract<BulkAction, { kind: 'categories' }>,
  nameOf: ReadonlyMap<string, string>,
): DesignPlan {
  if (given.some((id) => !nameOf.has(id))) {
    return refused('One of these categories no longer exists.');
  }
  const categoryIds = joined(design.categoryIds, given, how);
  if (design.status === 'published' && categoryIds.length === 0) {
    return refused('A published design needs a category.');
  }
  const text = (ids: readonly string[]) => ids.map((id) => nameOf.get(id)).join(', ') || none;
  return plan(design, { categoryIds }, text(design.categoryIds), text(categoryIds));
}

function planDesigners(
  design: PlannedDesign,
  { how, designers: given }: Extract<BulkAction, { kind: 'designers' }>,
): DesignPlan {
  const own = JSON.parse(design.designers) as string[];
  const names = joined(own, given, how);
  if (design.status === 'published' && names.length === 0) {
    return refused('A published design needs a designer.');
  }
  const designers = JSON.stringify(names);
  return plan(design, { designers }, own.join(', ') || none, names.join(', ') || none);
}

function planKeywords(
  design: PlannedDesign,
  { how, keywords: given }: Extract<BulkAction, { kind: 'keywords' }>,
): DesignPlan {
  const own = JSON.parse(design.keywords) as Keywords;
  const next = structuredClone(own);
  for (const kind of keywordKinds) {
    next[kind] = tidyWords(joined(own[kind], given[kind], how));
    if (how === 'add' && next[kind].length > keywordLimits.words) {
      return refused(`It would have more than ${keywordLimits.words} ${kind} words.`);
    }
  }
  const kinds = keywordKinds.filter((kind) => given[kind].length > 0);
  const text = (words: Keywords) => kinds.flatMap((kind) => words[kind]).join(', ') || none;
  return plan(design, { keywords: JSON.stringify(next) }, text(own), text(next));
}

/** Plans to set a field to one of its values. */
function planValue(design: PlannedDesign, { kind, ...wanted }: ValueAction): DesignPlan {
  const fields = Object.fromEntries(
    Object.entries(wanted).map(([field, value]) => [
      field,
      writeStored(value, designRecord[field as BulkField].stored),
    ]),
  );
  const seen = (row: PlannedDesign) =>
    valueChoices.find(
      ({ kind: its, field, value }) => its === kind && readFields(row, [field])[field] === value,
    )?.seen ?? none;
  return plan(design, fields, seen(design), seen({ ...design, ...fields }));
}

function planStatus(design: PlannedDesign, status: DesignStatus): DesignPlan {
  if (status === 'retired' && design.status === 'draft') {
    return refused(designMessages.draftRetired);
  }
  return plan(design, { status }, statusNames[design.status], statusNames[status]);
}

function joined(
  own: readonly string[],
  given: readonly string[],
  how: 'add' | 'remove',
): readonly string[] {
  return how === 'add'
    ? [...new Set([...own, ...given])]
    : own.filter((each) => !given.includes(each));
}

/** The values that `fields` would replace; a status can replace the publication date too. */
function replacedBy(design: PlannedDesign, fields: DesignFields): DesignFields {
  const names = Object.keys(fields) as (keyof DesignFields)[];
  if (fields.status !== undefined) names.push('publishedAt');
  return Object.fromEntries(names.map((name) => [name, design[name]]));
}
