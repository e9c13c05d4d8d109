import type { CallAnswer } from '../shop/calls.ts';
import type {
  Category,
  FilterOptions,
  FilterQuery,
  Product,
  ProductPage,
  SearchPage,
  SearchQuery,
  Suggestions,
} from '../shop/product.ts';
import { limits } from '../wire/limits.ts';
import { priceToPay } from '../wire/money.ts';
import { createListing, type Listing, mostSoldFirst, newestFirst } from './listing.ts';
import { nearestSearches } from './nearest-searches.ts';
import type { PackedReplica } from './packed-replica.ts';
import { createSearch } from './search.ts';
import { typedWords, wordsOf } from './search-text.ts';
import { matchesRead, suggestedWords } from './suggested-words.ts';

/**
 * A reader's copy of the published catalogue, which answers every catalogue listing from memory.
 * Server and worker hold one each, so an offline answer equals the online one by construction.
 */
export interface Replica {
  readonly size: number;
  /** Takes in products that are new or changed and forgets those removed. */
  apply(changed: readonly Product[], removed: readonly string[]): void;
  /** What the studio counts as one word in searches, beside what every shop does. */
  setSynonyms(groups: readonly (readonly string[])[]): void;
  /**
   * Makes the next designs that wait for it searchable, so many at most; true once none waits. A
   * search does what is left by itself, which holds up everything else in a large catalogue.
   */
  prepareSearch(most: number): boolean;
  /** All designs and what they are searched by, to be kept. */
  pack(): PackedReplica;
  /** Takes in what was packed; only where nothing is here yet. */
  restore(packed: PackedReplica): void;
  product(productId: string): Product | null;
  filterOptions(): FilterOptions;
  filter(query: FilterQuery): ProductPage;
  search(query: SearchQuery): SearchPage;
  /** What a text that is still being typed could become. */
  suggest(text: string): Suggestions;
  bestSelling(query: SearchQuery): ProductPage;
  newArrivals(): CallAnswer<'productsNewArrivals'>;
  /** The newest products up to the snapshot's size, how many pages of the shop there are in all, and whether none is left out. */
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
  /** `query` and `search` are ANDed (OP-38); words that must all match, so joining them does it. */
  const textOf = ({ query, search }: SearchQuery) => `${query} ${search}`.trim();
  const pageOf = (from: Listing, query: SearchQuery, sort = query.sort) =>
    from.page({
      page: query.page,
      limit: query.limit,
      sort,
      among: words.find(textOf(query)) ?? undefined,
    });
  /** The best matches of a text, and how many there are in all. */
  const best = (text: string, limit: number) =>
    all().page({
      page: 1,
      limit,
      sort: 'relevance',
      among: words.find(text) ?? undefined,
    });
  const optionsNow = () => {
    options ??= optionsOf(all().products);
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
    prepareSearch: (most) => words.prepare(most),
    pack: () => words.index().pack(),
    restore(packed) {
      for (const product of packed.products) if (product) byId.set(product._id, product);
      words.restore(packed);
    },
    product: (productId) => byId.get(productId) ?? null,
    filterOptions: optionsNow,
    filter: (query) => all().page(query),
    search(query) {
      const page = pageOf(all(), query, query.sort ?? 'relevance');
      return {
        ...page,
        nearest: page.total > 0 ? [] : nearestSearches(words, best, textOf(query)),
      };
    },
    suggest(text) {
      if (wordsOf(text).length === 0) return { products: [], words: [], categories: [] };
      const { products } = best(text, matchesRead);
      const shown = products.slice(0, limits.suggestedProducts);
      return {
        products: shown.map(({ _id, title, price, discountedPrice, images }) => ({
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
    bestSelling: (query) => pageOf(bestSellers(), query),
    newArrivals: () => ({ products: all().products.slice(0, limits.newArrivals) }),
    snapshot: () => ({
      products: all().products.slice(0, limits.snapshotSize),
      totalPages: Math.ceil(byId.size / limits.shopPageSize),
      isWhole: byId.size <= limits.snapshotSize,
    }),
  };
}

/** The categories whose names hold every word of `text` that counts, by its beginning. */
function categoriesNamed(categories: readonly Category[], text: string): Category[] {
  const wanted = typedWords(text);
  const isNamed = ({ name }: Category) => {
    const own = wordsOf(name);
    return wanted.every((word) => own.some((known) => known.startsWith(word)));
  };
  return categories.filter(isNamed).slice(0, limits.suggestedCategories);
}

function optionsOf(products: readonly Product[]): FilterOptions {
  const categories = new Map<string, Category>();
  const designers = new Set<string>();
  let minPrice = Number.POSITIVE_INFINITY;
  let maxPrice = 0;
  let hasFavourites = false;
  for (const product of products) {
    for (const category of product.categories) categories.set(category._id, category);
    for (const name of product.designer) designers.add(name);
    hasFavourites ||= product.isDesignerFavourite;
    const price = priceToPay(product.price, product.discountedPrice);
    minPrice = Math.min(minPrice, price);
    maxPrice = Math.max(maxPrice, price);
  }
  const byName = (a: string, b: string) => (a < b ? -1 : 1);
  return {
    categories: [...categories.values()].sort((a, b) => byName(a.name, b.name)),
    designers: [...designers].sort(byName),
    priceRange: products.length === 0 ? { ...limits.defaultPriceRange } : { minPrice, maxPrice },
    hasFavourites,
  };
}
