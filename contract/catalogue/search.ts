import type { Product } from '../shop/product.ts';
import type { PackedReplica } from './packed-replica.ts';
import { phraseWords, queryWords, wordsOf } from './search-text.ts';
import { createWordIndex, fieldBits, type WordIndex } from './word-index.ts';
import { addWhereBoth, createWordScores } from './word-scores.ts';

/** The result of a search. */
export interface Found {
  /** The score of the product in each slot: higher is better, 0 means no match. */
  readonly scores: Uint16Array;
  /** The slot of a product. Changes only when products are added or removed. */
  slotOf(productId: string): number | undefined;
}

/**
 * Finds products by words. A score depends only on the text, the product and the synonyms, so every reader
 * with the same products sorts them alike, in whatever order they were added.
 */
export interface Search {
  /**
   * The products that match every word of `text`: exactly, as singular or plural, by a synonym, as the start
   * of a longer word, or with one typo. Null for a blank text: all products.
   */
  find(text: string): Found | null;
  /** How many products `find` finds; 0 for a text without words. */
  count(text: string): number;
  /** The index, up to date. */
  index(): WordIndex;
  /** Adds or replaces a product. */
  put(product: Product): void;
  remove(productId: string): void;
  setSynonyms(groups: readonly (readonly string[])[]): void;
  /** Indexes up to `most` pending products; returns true once none is pending. `find` indexes all the rest. */
  prepare(most: number): boolean;
  /** Loads a packed index. Only for an empty search. */
  restore(packed: PackedReplica): void;
}

/** Puts an exact match of the whole SKU first. */
const wholeSkuScore = 20_000;

export function createSearch(): Search {
  const index = createWordIndex();
  const waiting = new Map<string, Product | null>();
  const scores = createWordScores(index);

  function prepare(most: number): boolean {
    if (waiting.size > 0) scores.clear();
    let count = 0;
    for (const [id, product] of waiting) {
      if (count++ === most) break;
      waiting.delete(id);
      if (product) index.put(product);
      else index.remove(id);
    }
    index.settle(waiting.size === 0);
    return waiting.size === 0;
  }

  /** The score of each product for `text`; null if it has no words. */
  function textScores(text: string): Uint16Array | null {
    const looked = new Set(queryWords(text));
    if (looked.size === 0) return null;
    const words = phraseWords(text);
    const sums = new Uint16Array(index.slots);
    let isFirst = true;
    for (let at = 0; at < words.length; ) {
      let length = Math.min(scores.longestPhrase, words.length - at);
      while (length > 1 && !scores.isPhrase(words.slice(at, at + length))) length--;
      const phrase = words.slice(at, at + length);
      at += length;
      const [word, ...others] = phrase.filter((each) => looked.has(each));
      // A single letter beside longer words.
      if (word === undefined) continue;
      const found = length === 1 ? scores.ofWord(word) : scores.ofPhrase(phrase, [word, ...others]);
      if (isFirst) sums.set(found);
      else addWhereBoth(sums, found);
      isFirst = false;
    }
    for (const slot of withSku(text)) sums[slot] = wholeSkuScore;
    return sums;
  }

  /** The slots of products whose whole SKU is `text`, ignoring any separators. */
  function withSku(text: string): number[] {
    const postings = index.term(wordsOf(text).join(''))?.postings ?? [];
    return postings.filter((posting) => posting & fieldBits.wholeSku).map((each) => each >>> 8);
  }

  return {
    prepare,
    find(text) {
      if (text.trim() === '') return null;
      prepare(Number.POSITIVE_INFINITY);
      return { scores: textScores(text) ?? new Uint16Array(index.slots), slotOf: index.slotOf };
    },
    count(text) {
      prepare(Number.POSITIVE_INFINITY);
      const found = textScores(text) ?? [];
      let count = 0;
      for (let slot = 0; slot < found.length; slot++) if (found[slot]) count++;
      return count;
    },
    index() {
      prepare(Number.POSITIVE_INFINITY);
      return index;
    },
    put: (product) => waiting.set(product._id, product),
    remove: (productId) => waiting.set(productId, null),
    setSynonyms: scores.setSynonyms,
    restore: index.restore,
  };
}
