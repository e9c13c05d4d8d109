import MiniSearch, { type QueryCombination } from 'minisearch';
import { withoutTags } from './description-html.ts';
import type { Product } from './product.ts';

/** Words this long forgive one typo (OP-38). */
const typoLength = 5;

/** So many words of a text count: each costs a walk of the index, and nobody types more to find a design. */
const mostWords = 10;

/** Finds products by words; the same code and configuration on the server and on the device. */
export interface Search {
  /**
   * The products that hold every word of `text`, by prefix. Single letters count where there is
   * nothing longer, and of many words the first. No words match everything: null.
   */
  find(text: string): Set<Product> | null;
  /** Adds or replaces. */
  put(product: Product): void;
  remove(productId: string): void;
}

/** Lower-case without accents, so that `Café` is found by `cafe`. */
function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words to look for, each once. */
function wordsOf(text: string): string[] {
  const words = new Set(
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );
  const longer = [...words].filter((word) => word.length > 1);
  // Nearly everything has some word with this letter.
  return (longer.length > 0 ? longer : [...words]).slice(0, mostWords);
}

/**
 * Every word is wanted, by its beginning. A longer one may be a typo away: a letter wrong, missing
 * or too many, or two neighbours swapped, which the index counts as two and so is asked for by name.
 */
function queryOf(text: string): QueryCombination {
  return {
    combineWith: 'AND',
    queries: wordsOf(text).map((word) => {
      const isForgiven = word.length >= typoLength;
      const swapped = isForgiven ? neighboursSwapped(word) : [];
      return {
        combineWith: 'OR',
        queries: [
          { queries: [word], prefix: true, fuzzy: isForgiven && 1 },
          ...(swapped.length > 0
            ? [{ queries: swapped, combineWith: 'OR' as const, prefix: true }]
            : []),
        ],
      };
    }),
  };
}

function neighboursSwapped(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, place) => {
    const swapped = [...letters];
    swapped[place + 1] = swapped[place] ?? '';
    swapped[place] = letter;
    return swapped.join('');
  });
}

const fields: Readonly<Record<string, (product: Product) => string>> = {
  title: (product) => product.title,
  sku: (product) => product.sku,
  category: (product) => product.categories.map(({ name }) => name).join(' '),
  designer: (product) => product.designer.join(' '),
  description: (product) => withoutTags(product.description, ' ').replace(/&\w+;/g, ' '),
};

export function createSearch(products: Iterable<Product> = []): Search {
  const byId = new Map<string, Product>();
  const index = new MiniSearch<Product>({
    idField: '_id',
    fields: Object.keys(fields),
    extractField: (product, name) => fields[name]?.(product) ?? product._id,
    processTerm: (term) => fold(term) || null,
  });
  const search: Search = {
    find(text) {
      if (text.trim() === '') return null;
      const found = new Set<Product>();
      for (const { id } of index.search(queryOf(text))) {
        const product = byId.get(id);
        if (product) found.add(product);
      }
      return found;
    },
    put(product) {
      if (byId.has(product._id)) index.replace(product);
      else index.add(product);
      byId.set(product._id, product);
    },
    remove(productId) {
      if (byId.delete(productId)) index.discard(productId);
    },
  };
  for (const product of products) search.put(product);
  return search;
}
