import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema } from '../wire/fields.ts';
import { keywordLimits } from './keywords.ts';
import { roundings } from './rounding.ts';

/** What a staff member chooses for an import: what its words map to, and what its prices become. */

/** The value of a category that is made with the name of the product type or tag. */
export const newCategory = 'new';

/** More product types and sections than a report offers for mapping. */
const wordsChosen = 200;

const nameSchema = v.pipe(v.string(), v.maxLength(255, messages.invalid.tooLong));
export const chosenCategorySchema = v.union([idSchema, v.literal(newCategory)]);

/** What a tag of the file becomes; a collection has its name. A tag that isn't mapped becomes a keyword by the shop's own rules. */
export const tagChoiceSchema = v.variant('as', [
  v.object({ as: v.literal('category'), categoryId: chosenCategorySchema }),
  v.object({
    as: v.literal('word'),
    word: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(messages.invalid.fields),
      v.maxLength(keywordLimits.characters, messages.invalid.tooLong),
    ),
  }),
  v.object({ as: v.literal('collection') }),
  v.object({ as: v.literal('nothing') }),
]);
export type TagChoice = v.InferOutput<typeof tagChoiceSchema>;

/**
 * What prices in a currency become: the same number of dollars, dollars at a rate, or nothing. `rate` is the
 * price of one unit in dollars. `code` names the currency of a file that doesn't.
 */
export const currencyChoiceSchema = v.variant('how', [
  v.object({ how: v.literal('dollars') }),
  v.object({
    how: v.literal('convert'),
    code: v.optional(v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^(?:[A-Z]{3})?$/)), ''),
    rate: v.pipe(v.number(), v.minValue(0.000001), v.maxValue(1_000_000)),
    rounding: v.optional(v.picklist(roundings), 'cent'),
  }),
  v.object({ how: v.literal('empty') }),
]);
export type CurrencyChoice = v.InferOutput<typeof currencyChoiceSchema>;

/** Whose price a product gets that has variants with different prices. */
export const variantChoiceSchema = v.variant('by', [
  v.object({ by: v.picklist(['first', 'cheapest', 'dearest']) }),
  v.object({ by: v.literal('option'), name: nameSchema, value: nameSchema }),
]);
export type VariantChoice = v.InferOutput<typeof variantChoiceSchema>;

/** What the whole numbers among a file's prices count: dollars or the like, or their hundredths. */
export const amountUnits = ['units', 'cents'] as const;
export type AmountUnit = (typeof amountUnits)[number];

/** What becomes of SKUs that a spreadsheet seems to have changed: they are kept, or their designs get new ones. */
export const skuWays = ['keep', 'renew'] as const;
export type SkuWay = (typeof skuWays)[number];

/** The key of the currency of a file that doesn't name it, which is read as dollars unless chosen otherwise. */
export const unnamedCurrency = '';

export const importChoicesSchema = v.object({
  /** Product types and sections, each with its category; null: none. */
  categories: v.record(nameSchema, v.nullable(chosenCategorySchema)),
  /** Product types and sections whose designs also go into the collection of that name; it is made if there is none. */
  collections: v.optional(
    v.pipe(v.array(nameSchema), v.maxLength(wordsChosen, messages.invalid.tooLong)),
    [],
  ),
  /** Vendors, each with our designer; null: none. */
  vendors: v.optional(v.record(nameSchema, v.nullable(nameSchema)), {}),
  tags: v.optional(v.record(nameSchema, tagChoiceSchema), {}),
  /** By ISO code. A design in a currency without a choice is skipped. */
  currencies: v.optional(
    v.record(v.pipe(v.string(), v.maxLength(10, messages.invalid.tooLong)), currencyChoiceSchema),
    {},
  ),
  variant: v.optional(variantChoiceSchema, { by: 'first' }),
  /** Null: as the file's prices suggest. */
  amounts: v.optional(v.nullable(v.picklist(amountUnits)), null),
  skus: v.optional(v.picklist(skuWays), 'keep'),
});
export type ImportChoices = v.InferOutput<typeof importChoicesSchema>;
