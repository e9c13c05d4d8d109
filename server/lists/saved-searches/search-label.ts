import * as v from 'valibot';
import { distinctColorName } from '#contract/catalogue/named-colors.ts';
import { filteredPath, searchPath } from '#contract/shop/paths.ts';
import { type Filters, filtersSchema } from '#contract/shop/product.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { queryRecord } from '#contract/wire/url-template.ts';
import type { Reader } from '../../platform/database/open.ts';

/** What a saved search looks for: words, or filters as the query string of a listing. */
export interface WordsAndFilters {
  readonly words: string;
  readonly filters: string;
}

/** The path of a search's listing in the shop. */
export function searchPathOf({ words, filters }: WordsAndFilters): string {
  return words === '' ? filteredPath(filters) : searchPath(words, filters);
}

/** The parsed filters of a search; null if the shop no longer knows such filters. */
export function filtersOf({ filters }: WordsAndFilters): Filters | null {
  const known = v.safeParse(filtersSchema, queryRecord(filters));
  return known.success ? known.output : null;
}

/** Returns a function that says in words what a search looks for, such as `Woodland, up to $10.00`. */
export async function searchLabels(
  reader: Reader,
  searches: readonly WordsAndFilters[],
): Promise<(search: WordsAndFilters) => string> {
  const ids = searches.flatMap((search) => filtersOf(search)?.category ?? []);
  const categories =
    ids.length === 0
      ? []
      : await reader
          .selectFrom('categories')
          .select(['id', 'name'])
          .where('id', 'in', [...new Set(ids)])
          .execute();
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  return (search) => {
    const filters = filtersOf(search);
    const words = search.words === '' ? [] : [`“${search.words}”`];
    if (!filters) return words[0] ?? 'Your filters';
    const parts = [
      ...words,
      ...filters.category.flatMap((id) => names.get(id) ?? []),
      ...filters.designer,
      ...filters.motif,
      ...filters.occasion,
      ...filters.style,
      ...(filters.favourites ? ['Designers’ favourites'] : []),
      ...(filters.color ? [distinctColorName(filters.color).toLowerCase()] : []),
      ...(filters.minPrice === undefined ? [] : [`from ${formatUsd(filters.minPrice)}`]),
      ...(filters.maxPrice === undefined ? [] : [`up to ${formatUsd(filters.maxPrice)}`]),
    ];
    const label = parts.join(', ') || 'Your filters';
    return label.charAt(0).toUpperCase() + label.slice(1);
  };
}
