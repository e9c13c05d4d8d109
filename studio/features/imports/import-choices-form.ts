import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import type {
  AmountUnit,
  CurrencyChoice,
  ImportChoices,
  SkuWay,
  TagChoice,
  VariantChoice,
} from '#contract/studio/import-choices.ts';
import type { Rounding } from '#contract/studio/rounding.ts';

export type Report = StudioCallAnswer<'importReport'>;

/** The form of a tag: `default`, `word`, `collection`, `nothing`, a category's id, or `new`. */
interface TypedTag {
  readonly as: string;
  readonly word: string;
}

export interface TypedCurrency {
  readonly how: CurrencyChoice['how'] | 'skip';
  readonly code: string;
  readonly rate: string;
  readonly rounding: Rounding;
}

/** The form of an import's choices. Empty texts: nothing chosen. */
export interface TypedChoices {
  readonly categories: Readonly<Record<string, string>>;
  /** Product types and sections that also become collections. */
  readonly collections: readonly string[];
  readonly vendors: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, TypedTag>>;
  readonly currencies: Readonly<Record<string, TypedCurrency>>;
  /** JSON of the `VariantChoice`. */
  readonly variant: string;
  /** What whole numbers are, if the report asks. */
  readonly amounts: AmountUnit | null;
  readonly skus: SkuWay;
}

/** The choices of a report: those that its dry run was made with, or also the rates of an earlier import. */
export function typedChoices(report: Report, withLast: boolean): TypedChoices {
  return {
    categories: byName(report.types, ({ categoryId }) => categoryId ?? ''),
    collections: report.types.flatMap(({ name, isCollection }) => (isCollection ? [name] : [])),
    vendors: byName(report.vendors, ({ designer }) => designer ?? ''),
    tags: byName(report.tags, ({ choice }) => typedTag(choice)),
    currencies: Object.fromEntries(
      report.currencies.map(({ code, choice, last }) => [
        code,
        typedCurrency(code, choice ?? (withLast ? last : null)),
      ]),
    ),
    variant: JSON.stringify(report.variants.choice),
    amounts: report.amounts?.choice ?? null,
    skus: report.skus?.choice ?? 'keep',
  };
}

function byName<T extends { readonly name: string }, V>(
  list: readonly T[],
  of: (each: T) => V,
): Record<string, V> {
  return Object.fromEntries(list.map((each) => [each.name, of(each)]));
}

function typedTag(choice: TagChoice | null): TypedTag {
  if (choice?.as === 'category') return { as: choice.categoryId, word: '' };
  return { as: choice?.as ?? 'default', word: choice?.as === 'word' ? choice.word : '' };
}

function typedCurrency(code: string, choice: CurrencyChoice | null): TypedCurrency {
  const none = { code: '', rate: '', rounding: 'cent' } as const;
  if (choice?.how !== 'convert') {
    return { ...none, how: choice?.how ?? (code === '' ? 'dollars' : 'skip') };
  }
  return { ...choice, rate: String(choice.rate) };
}

/** A rate as typed, with a decimal point or comma; NaN for anything else. */
export function rateOf(text: string): number {
  const bare = text.trim().replace(',', '.');
  const rate = /^\d{1,7}(?:\.\d{1,10})?$/.test(bare) ? Number(bare) : Number.NaN;
  return rate >= 0.000001 && rate <= 1_000_000 ? rate : Number.NaN;
}

/** The choices as the server wants them; null if a rate or a renamed tag is missing. */
export function choicesFrom(typed: TypedChoices): ImportChoices | null {
  const tags = Object.entries(typed.tags).flatMap(([name, tag]) => {
    const choice = tagFrom(tag);
    return choice ? [[name, choice] as const] : [];
  });
  const currencies = Object.entries(typed.currencies).flatMap(([code, currency]) => {
    const choice = currencyFrom(currency);
    return choice ? [[code, choice] as const] : [];
  });
  const isWrong =
    tags.some(([, choice]) => choice.as === 'word' && choice.word === '') ||
    currencies.some(([, choice]) => choice.how === 'convert' && Number.isNaN(choice.rate));
  if (isWrong) return null;
  const orNull = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(names).map(([name, to]) => [name, to || null]));
  return {
    categories: orNull(typed.categories),
    collections: [...typed.collections],
    vendors: orNull(typed.vendors),
    tags: Object.fromEntries(tags),
    currencies: Object.fromEntries(currencies),
    variant: JSON.parse(typed.variant) as VariantChoice,
    amounts: typed.amounts,
    skus: typed.skus,
  };
}

function tagFrom({ as, word }: TypedTag): TagChoice | null {
  if (as === 'default') return null;
  if (as === 'nothing' || as === 'collection') return { as };
  return as === 'word' ? { as, word: word.trim() } : { as: 'category', categoryId: as };
}

function currencyFrom({ how, code, rate, rounding }: TypedCurrency): CurrencyChoice | null {
  if (how === 'skip') return null;
  if (how !== 'convert') return { how };
  return { how, code: /^[a-z]{3}$/i.test(code) ? code : '', rate: rateOf(rate), rounding };
}

/** Whether the dry run shows other prices, keywords or SKUs than these choices give. */
export function changesDryRun(report: Report, typed: TypedChoices): boolean {
  const seen = ({ tags, currencies, variant, amounts, skus }: TypedChoices) =>
    JSON.stringify([tags, currencies, variant, amounts, skus]);
  return seen(typed) !== seen(typedChoices(report, false));
}
