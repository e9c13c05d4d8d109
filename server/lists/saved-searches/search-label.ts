import * as v from 'valibot';
import { distinctColorName } from '#contract/catalogue/named-colors.ts';
import { filteredPath, searchPath } from '#contract/shop/paths.ts';
import { filterQuerySchema } from '#contract/shop/product.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { queryRecord } from '#contract/wire/url-template.ts';
import type { Reader } from '../../platform/database/open.ts';

/** What a saved search looks for: words, or filters as the query string of a listing. */
export interface Wanted {
  readonly words: string;
  readonly filters: string;
}

/** The path of a search's listing in the shop. */
export function searchPathOf({ words, filters }: Wanted): string {
  return words === '' ? filteredPath(filters) : searchPath(words);
}

/** The parsed filters of a search; null if it has words, or the shop no longer knows such filters. */
export function filtersOf({ filters }: Wanted): v.InferOutput<typeof filterQuerySchema> | null {
  if (filters === '') return null;
  const parsed = v.safeParse(filterQuerySchema, queryRecord(filters));
  return parsed.success ? parsed.output : null;
}

/** Returns a function that says in words what a search looks for, such as `Woodland, up to $10.00`. */
export async function searchLabels(
  reader: Reader,
  searches: readonly Wanted[],
): Promise<(search: Wanted) => string> {
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
    if (search.words !== '') return `“${search.words}”`;
    const filters = filtersOf(search);
    if (!filters) return 'Your filters';
    const parts = [
      ...filters.category.flatMap((id) => names.get(id) ?? []),
      ...filters.designer,
      ...(filters.favourites ? ['Designers’ favourites'] : []),
      ...(filters.color ? [distinctColorName(filters.color).toLowerCase()] : []),
      ...(filters.minPrice === undefined ? [] : [`from ${formatUsd(filters.minPrice)}`]),
      ...(filters.maxPrice === undefined ? [] : [`up to ${formatUsd(filters.maxPrice)}`]),
    ];
    const label = parts.join(', ') || 'Your filters';
    return label.charAt(0).toUpperCase() + label.slice(1);
  };
}
