import type { CallAnswer } from '../shop/calls.ts';
import type {
  BestSellersQuery,
  Category,
  Facets,
  FacetsQuery,
  FilterOptions,
  FilterQuery,
  Filters,
  Product,
  ProductPage,
  SearchPage,
  Suggestions,
} from '../shop/product.ts';
import { limits } from '../wire/limits.ts';
import { correctedSearches } from './corrected-searches.ts';
import { facetsOf, hasFilters } from './facets.ts';
import { filterOptionsOf } from './filter-options.ts';
import {
  createListing,
  type Listing,
  mostSoldFirst,
  newestFirst,
  type SnapshotKey,
} from './listing.ts';
import type { PackedReplica } from './packed-replica.ts';
import { exactBand } from './rank-matches.ts';
import { createSearch, type Matches } from './search.ts';
import { typedWords, wordsOf } from './search-text.ts';
import { matchesRead, suggestedWords } from './suggested-words.ts';

/**
 * A copy of the published catalogue that answers every catalogue call from memory. Server and worker each
 * have one, so offline answers equal online ones by construction.
 */
export interface Replica {
  readonly size: number;
  /** Adds or replaces the changed products and deletes the removed ones. */
  apply(changed: readonly Product[], removed: readonly string[]): void;
  /** Sets the studio's groups of synonyms, which add to the built-in ones. */
  setSynonyms(groups: readonly (readonly string[])[]): void;
  /**
   * Indexes up to `most` pending designs; returns true once none is pending. A search indexes all the rest
   * first, which blocks everything else if the catalogue is large.
   */
  prepareSearch(most: number): boolean;
  /** All designs and their search words, for storing. */
  pack(): PackedReplica;
  /** Loads a packed replica. Only for an empty replica. */
  restore(packed: PackedReplica): void;
  product(productId: string): Product | null;
  filterOptions(): FilterOptions;
  filter(query: FilterQuery): ProductPage;
  search(query: BestSellersQuery & Partial<Filters>): SearchPage;
  /** Whether a text searches for anything, and doesn't only deny. */
  isWanting(text: string): boolean;
  /** What the results of a search can be narrowed to. */
  facets(query: FacetsQuery): Facets;
  /** Suggestions for a text while it is being typed. */
  suggest(text: string): Suggestions;
  bestSelling(query: BestSellersQuery): ProductPage;
  newArrivals(): CallAnswer<'productsNewArrivals'>;
  /**
   * The designs whose colours go best with this one's, best first, after those of `first`, the ids of what the studio
   * put together with it; null if it doesn't exist.
   */
  goingWith(productId: string, first?: readonly string[]): CallAnswer<'productsGoingWith'> | null;
  /** All designs, newest first. */
  designs(): readonly Product[];
  /** The designs that follow this one in `designs`, even if it is no longer published; at most `limits.olderSize`. */
  olderThan(design: SnapshotKey): Omit<CallAnswer<'productsOlder'>, 'cursor'>;
  /** The newest products, at most the snapshot's size; the shop's total number of pages; and whether no product is left out. */
  snapshot(): { products: Product[]; totalPages: number; isWhole: boolean };
}

export function createReplica(): Replica {
  const byId = new Map<string, Product>();
  let listing: Listing | null = null;
  let sellers: Listing | null = null;
  let options: FilterOptions | null = null;
  const words = createSearch();

  const all = () => {
    listing ??= createListing([...byId.values()].sort(newestFirst));
    return listing;
  };
  const bestSellers = () => {
    sellers ??= createListing(
      [...byId.values()]
        .filter((product) => product.salesCount >= 1)
        .sort(mostSoldFirst)
        .slice(0, limits.bestSellers),
    );
    return sellers;
  };
  /** `query` and `search` are ANDed (OP-38): joining the texts does it, since what matches has every word. */
  const textOf = ({ query, search }: Pick<BestSellersQuery, 'query' | 'search'>) =>
    `${query} ${search}`.trim();
  /** The best matches of a text, and the total number of matches. */
  const best = (text: string, limit: number, withClose?: true) => {
    const among = words.find(text) ?? undefined;
    const { products, total } = all().page({ page: 1, limit, sort: 'relevance', among, withClose });
    return { products, total };
  };
  const optionsNow = () => {
    options ??= filterOptionsOf(all().products);
    return options;
  };

  return {
    get size() {
      return byId.size;
    },
    apply(changed, removed) {
      if (changed.length === 0 && removed.length === 0) return;
      for (const id of removed) {
        byId.delete(id);
        words.remove(id);
      }
      for (const product of changed) {
        byId.set(product._id, product);
        words.put(product);
      }
      listing = null;
      sellers = null;
      options = null;
    },
    setSynonyms: (groups) => words.setSynonyms(groups),
    isWanting: words.isWanting,
    prepareSearch: (most) => words.prepare(most),
    pack: () => words.index().pack(),
    restore(packed) {
      for (const product of packed.products) if (product) byId.set(product._id, product);
      words.restore(packed);
    },
    product: (productId) => byId.get(productId) ?? null,
    filterOptions: optionsNow,
    filter: (query) => all().page(query),
    search({ query: typed, search, sort = 'relevance', ...query }) {
      const text = textOf({ query: typed, search });
      const among = words.find(text) ?? undefined;
      const { bands = new Uint32Array(), ...found } = all().page({
        ...query,
        sort,
        among,
        withClose: true,
      });
      if (!among) return { ...found, exact: found.total, close: [], nearest: [] };
      const exact = bands[exactBand] ?? 0;
      return {
        ...found,
        exact,
        close: closeParts(bands, among),
        // Where filters leave nothing, the spelling isn't to blame.
        nearest: exact > 0 || hasFilters(query) ? [] : correctedSearches(words, best, text),
      };
    },
    facets({ query: typed, search, ...filters }) {
      const among = words.find(textOf({ query: typed, search })) ?? undefined;
      return facetsOf(all().facets(filters, among), optionsNow().categories, filters);
    },
    suggest(text) {
      if (wordsOf(text).length === 0) return { products: [], words: [], categories: [] };
      const { products } = best(text, matchesRead, true);
      return {
        products: products
          .slice(0, limits.suggestedProducts)
          .map(({ _id, title, price, discountedPrice, images }) => ({
            _id,
            title,
            price,
            discountedPrice,
            image: images[0] ?? null,
          })),
        words: suggestedWords(words, products, text),
        categories: categoriesNamed(optionsNow().categories, text),
      };
    },
    bestSelling(query) {
      const { page, limit, sort } = query;
      const among = words.find(textOf(query)) ?? undefined;
      return bestSellers().page({ page, limit, sort, among });
    },
    goingWith(productId, first) {
      const product = byId.get(productId);
      return product ? { products: all().goingWith(product, limits.goingWith, first) } : null;
    },
    newArrivals: () => ({ products: all().products.slice(0, limits.newArrivals) }),
    designs: () => all().products,
    olderThan(design) {
      const { products } = all();
      const after = products.findIndex((product) => newestFirst(product, design) > 0);
      const older = after < 0 ? [] : products.slice(after, after + limits.olderSize);
      const isLast = after < 0 || after + limits.olderSize >= products.length;
      return { products: older, isLast, total: byId.size };
    },
    snapshot: () => ({
      products: all().products.slice(0, limits.snapshotSize),
      totalPages: Math.ceil(byId.size / limits.shopPageSize),
      isWhole: byId.size <= limits.snapshotSize,
    }),
  };
}

/** Where the designs begin that lack the same words, the closest first. */
function closeParts(bands: Uint32Array, { without }: Matches): SearchPage['close'] {
  const parts: { from: number; without: string[] }[] = [];
  let from = bands[exactBand] ?? 0;
  for (let band = exactBand - 1; band > 0; band--) {
    const count = bands[band] ?? 0;
    const lacking = without[band] ?? [];
    if (count > 0 && parts.at(-1)?.without.join() !== lacking.join()) {
      parts.push({ from, without: [...lacking] });
    }
    from += count;
  }
  return parts;
}

/** The categories whose names have a word starting with each significant word of `text`. */
function categoriesNamed(categories: readonly Category[], text: string): Category[] {
  const wanted = typedWords(text);
  const isNamed = ({ name }: Category) => {
    const own = wordsOf(name);
    return wanted.every((word) => own.some((known) => known.startsWith(word)));
  };
  return categories.filter(isNamed).slice(0, limits.suggestedCategories);
}
