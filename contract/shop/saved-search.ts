import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema, instantSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import { queryRecord } from '../wire/url-template.ts';
import { filtersSchema } from './product.ts';

/** The filters of a listing's query string, in one order; null: one has a value that the shop refuses. */
function chosenFilters(search: string): string | null {
  const record = queryRecord(search);
  if (!v.safeParse(filtersSchema, record).success) return null;
  const parts = Object.keys(filtersSchema.entries).flatMap((name) => {
    const value = record[name];
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(parts).toString();
}

/**
 * What a buyer wants to know about: the words of a search, the filters of a listing as its query string, such as
 * `category=…&maxPrice=10`, or both.
 */
export const newSearchSchema = v.pipe(
  v.object({
    words: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(200, messages.invalid.tooLong),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
      v.regex(/^[^\u0000-\u001f\u007f]*$/, messages.invalid.characters),
    ),
    filters: v.pipe(v.string(), v.maxLength(limits.savedFiltersMax, messages.invalid.tooLong)),
  }),
  v.forward(
    v.check(
      ({ filters }) => filters === '' || Boolean(chosenFilters(filters)),
      messages.invalid.fields,
    ),
    ['filters'],
  ),
  v.check(({ words, filters }) => words !== '' || filters !== '', messages.savedSearch.empty),
  v.transform(({ words, filters }) => ({ words, filters: chosenFilters(filters) ?? '' })),
);

/** `label` says in words what it looks for; `path` opens the listing. `hasMail`: its owner gets e-mails. */
export const savedSearchSchema = v.object({
  id: idSchema,
  label: v.string(),
  path: v.string(),
  hasMail: v.boolean(),
  createdAt: instantSchema,
});
export type SavedSearch = v.InferOutput<typeof savedSearchSchema>;

/** The newest first. */
export const savedSearchesSchema = v.object({ searches: v.array(savedSearchSchema) });

export const changeSearchSchema = v.object({ hasMail: v.boolean() });

/** The token of an e-mail's link that ends these e-mails. */
export const unsubscribeSchema = v.object({
  token: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}\.[\w-]{43}$/, messages.savedSearch.badLink)),
});
