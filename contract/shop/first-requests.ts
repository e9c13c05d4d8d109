import { limits } from '../wire/limits.ts';
import type { CallName } from './calls.ts';
import type { PathName } from './paths.ts';
import { defaultSort } from './sort.ts';

/** A call exactly as the page will make it. The HTML carries its answer under the same request. */
export interface FirstRequest {
  readonly name: CallName;
  readonly request: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
  };
}

/** The public calls whose answers a screen's HTML carries. Their queries come from the screen's URL. */
export const firstCalls: Readonly<Partial<Record<PathName, readonly CallName[]>>> = {
  home: ['productsBestSelling', 'featuredImages', 'collections', 'customStatus', 'homeTexts'],
  terms: ['terms'],
  privacy: ['writtenPages'],
  imprint: ['writtenPages'],
  about: ['writtenPages'],
  accessibility: ['writtenPages'],
  licence: ['homeTexts', 'filterOptions', 'productsFilter'],
  shop: ['filterOptions', 'productsFilter'],
  bestSellers: ['productsBestSelling'],
  search: ['filterOptions', 'productsSearch'],
  product: ['product'],
  clothBench: ['product'],
  collections: ['collections'],
  collection: ['collections'],
};

const filters = [
  'category',
  'designer',
  'favourites',
  'minPrice',
  'maxPrice',
  'color',
  'motif',
  'occasion',
  'style',
] as const;

/** URL parameters that a screen passes unchanged to its first listing call. */
const taken: Partial<Record<CallName, readonly string[]>> = {
  productsFilter: [...filters, 'sort', 'page'],
  terms: ['version'],
  productsSearch: ['query', ...filters, 'sort', 'page'],
  productsBestSelling: ['search', 'sort', 'page'],
};

const searchPage = { page: '1', limit: String(limits.searchPageSize) };

/** The designs that the home page begins with while too few have been sold to begin with those. */
export const firstNewest = {
  query: { sort: defaultSort(null), page: '1', limit: String(limits.homeDesigns) },
} as const;

/** What the page sends with a listing call unless the URL says otherwise. */
const defaults: Partial<Record<CallName, Readonly<Record<string, string>>>> = {
  productsFilter: { page: '1', limit: String(limits.shopPageSize) },
  productsSearch: searchPage,
  productsBestSelling: searchPage,
};

/** The public calls whose answers a screen needs first, derived from its URL. */
export function firstRequests(
  path: PathName,
  params: Readonly<Record<string, string>>,
  search: string,
): FirstRequest[] {
  // The home page shows the first best sellers whatever its URL says.
  const given = new URLSearchParams(path === 'home' ? '' : search);
  const requests: FirstRequest[] = [{ name: 'shopSettings', request: {} }];
  // A search without words makes no call (OP-38).
  if (path === 'search' && !given.get('query')?.trim()) return requests;
  for (const name of firstCalls[path] ?? []) {
    const keys = taken[name];
    const said = Object.fromEntries(
      (keys ?? []).flatMap((key) => {
        const value = given.getAll(key).join(',').trim();
        return value === '' ? [] : [[key, value]];
      }),
    );
    const query: Record<string, string> = {
      ...(name === 'productsFilter' && { sort: defaultSort(said.color) }),
      ...defaults[name],
      ...(path === 'home' && { limit: String(limits.homeDesigns) }),
      ...said,
    };
    requests.push({
      name,
      request: {
        ...(name === 'product' && { params }),
        ...(keys && { query }),
      },
    });
  }
  return requests;
}
