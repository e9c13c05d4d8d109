import type { Product } from '../shop/product.ts';
import type { PackedReplica } from './packed-replica.ts';
import { phraseWords, queryWords, wordsOf } from './search-text.ts';
import { createWordIndex, fieldBits, type WordIndex } from './word-index.ts';
import { createWordScores } from './word-scores.ts';

/** What a text found. */
export interface Found {
  /** The score of the product in each slot: the higher, the better it meets the text; 0 not at all. */
  readonly scores: Uint16Array;
  /** The slot of a product; the same until products are put or removed. */
  slotOf(productId: string): number | undefined;
}

/**
 * Finds products by words. A score depends on the text, the product and the synonyms alone, so
 * that every reader of the same products orders them alike, however they came in.
 */
export interface Search {
  /**
   * The products that hold every word of `text`: itself, its singular or plural, a synonym, as the
   * beginning of a longer word, or with one typo. Null where there are no words: everything.
   */
  find(text: string): Found | null;
  /** How many products `find` finds; none for no words. */
  count(text: string): number;
  /** The words that are searched, up to date. */
  index(): WordIndex;
  /** Adds or replaces. */
  put(product: Product): void;
  remove(productId: string): void;
  setSynonyms(groups: readonly (readonly string[])[]): void;
  /** Indexes up to `most` products that wait for it; true once none waits. What `find` needs, it does itself. */
  prepare(most: number): boolean;
  /** Puts an index that was packed into an empty search. */
  restore(packed: PackedReplica): void;
}

/** A SKU that was typed whole comes before everything else. */
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

  /** What each product gets for `text`; null where it has no words. */
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

  /** Products whose whole SKU is `text`, whatever stands between its letters. */
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

/** Adds where both are above 0, else clears: every word is wanted. */
function addWhereBoth(sums: Uint16Array, scores: Uint16Array): void {
  for (let slot = 0; slot < sums.length; slot++) {
    const [sum, score] = [sums[slot] ?? 0, scores[slot] ?? 0];
    sums[slot] = sum > 0 && score > 0 ? sum + score : 0;
  }
}
