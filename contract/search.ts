import type { Product } from './product.ts';
import { type Alternative, createSearchSynonyms } from './search-synonyms.ts';
import { queryWords, wordsOf } from './search-text.ts';
import { eachLongerTerm, eachMistypedTerm, eachOwnTerm, quality } from './term-matches.ts';
import { createWordIndex, fieldBits, type Term, type WordIndex } from './word-index.ts';

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
}

/** What it is worth to hold a word there; SKUs are put first by `wholeSkuScore`. */
const fieldWorth: readonly (readonly [bit: number, worth: number])[] = [
  [fieldBits.title, 20],
  [fieldBits.mainKeyword, 17],
  [fieldBits.keyword, 14],
  [fieldBits.category, 8],
  [fieldBits.sku, 7],
  [fieldBits.wholeSku, 7],
  [fieldBits.description, 5],
  [fieldBits.designer, 2],
];

/** For each set of fields what it is worth: its best field decides, more fields decide between equals. */
const worthOf = Uint8Array.from({ length: 256 }, (_, fields) => {
  const worths = fieldWorth.flatMap(([bit, worth]) => (fields & bit ? [worth] : []));
  return worths.length === 0 ? 0 : 2 * Math.max(...worths) + worths.length - 1;
});

/** The scores of so many words are kept: texts that are typed on or corrected share most of theirs. */
const mostScores = 24;

/** A SKU that was typed whole comes before everything else. */
const wholeSkuScore = 20_000;

export function createSearch(): Search {
  const index = createWordIndex();
  const waiting = new Map<string, Product | null>();
  const kept = new Map<string, Uint16Array>();
  let synonyms = createSearchSynonyms([]);

  function prepare(most: number): boolean {
    if (waiting.size > 0) kept.clear();
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

  /** Raises each product's score to what these words give it. */
  function scorer(scores: Uint16Array, factor: number = quality.exact) {
    return ({ postings }: Term, met: number) => {
      const worth = Math.min(met, factor);
      for (const posting of postings) {
        const score = worth * (worthOf[posting & 255] ?? 0);
        const slot = posting >>> 8;
        if (score > (scores[slot] ?? 0)) scores[slot] = score;
      }
    };
  }

  function addAlternative(scores: Uint16Array, { words, isNarrower }: Alternative): void {
    const met = isNarrower ? quality.narrower : quality.synonym;
    const [first = '', ...others] = words;
    if (others.length === 0) {
      eachOwnTerm(index, first, scorer(scores, met));
      return;
    }
    const every = words.map((word) => {
      const own = new Uint16Array(index.slots);
      eachOwnTerm(index, word, scorer(own, met));
      return own;
    });
    raise(scores, every.reduce(lowest, filled(index.slots)));
  }

  /** What each product gets for one word; not to be written to. */
  function wordScores(word: string): Uint16Array {
    const known = kept.get(word);
    if (known) return known;
    const scores = new Uint16Array(index.slots);
    const score = scorer(scores);
    eachOwnTerm(index, word, score);
    eachLongerTerm(index, word, score);
    eachMistypedTerm(index, word, score);
    for (const alternative of synonyms.of([word])) addAlternative(scores, alternative);
    const [oldest] = kept.size < mostScores ? [] : kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(word, scores);
    return scores;
  }

  /** What each product gets for `text`; null where it has no words. */
  function textScores(text: string): Uint16Array | null {
    const words = queryWords(text);
    if (words.length === 0) return null;
    const sums = new Uint16Array(index.slots);
    let isFirst = true;
    for (let at = 0; at < words.length; ) {
      let length = Math.min(synonyms.longestPhrase, words.length - at);
      while (length > 1 && synonyms.of(words.slice(at, at + length)).length === 0) length--;
      const unit = words.slice(at, at + length);
      const scores = length === 1 ? wordScores(unit[0] ?? '') : phraseScores(unit);
      if (isFirst) sums.set(scores);
      else addWhereBoth(sums, scores);
      isFirst = false;
      at += length;
    }
    for (const slot of withSku(text)) sums[slot] = wholeSkuScore;
    return sums;
  }

  /** What each product gets for a known phrase: for all of its words, or for another one in its place. */
  function phraseScores(words: readonly string[]): Uint16Array {
    const scores = words.map(wordScores).reduce(lowest, filled(index.slots));
    for (const other of synonyms.of(words)) addAlternative(scores, other);
    return scores;
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
      const scores = textScores(text) ?? new Uint16Array(index.slots);
      return { scores, slotOf: index.slotOf };
    },
    count(text) {
      prepare(Number.POSITIVE_INFINITY);
      const scores = textScores(text) ?? [];
      let count = 0;
      for (let slot = 0; slot < scores.length; slot++) if (scores[slot]) count++;
      return count;
    },
    index() {
      prepare(Number.POSITIVE_INFINITY);
      return index;
    },
    put: (product) => waiting.set(product._id, product),
    remove: (productId) => waiting.set(productId, null),
    setSynonyms(groups) {
      synonyms = createSearchSynonyms(groups);
      kept.clear();
    },
  };
}

/** Higher than any score, to take the lowest from. */
function filled(slots: number): Uint16Array {
  return new Uint16Array(slots).fill(0xffff);
}

function raise(scores: Uint16Array, others: Uint16Array): void {
  for (let slot = 0; slot < scores.length; slot++) {
    scores[slot] = Math.max(scores[slot] ?? 0, others[slot] ?? 0);
  }
}

function lowest(some: Uint16Array, others: Uint16Array): Uint16Array {
  for (let slot = 0; slot < some.length; slot++) {
    some[slot] = Math.min(some[slot] ?? 0, others[slot] ?? 0);
  }
  return some;
}

/** Adds where both are above 0, else clears: every word is wanted. */
function addWhereBoth(sums: Uint16Array, scores: Uint16Array): void {
  for (let slot = 0; slot < sums.length; slot++) {
    const [sum, score] = [sums[slot] ?? 0, scores[slot] ?? 0];
    sums[slot] = sum > 0 && score > 0 ? sum + score : 0;
  }
}
