import type { Product } from '../shop/product.ts';
import { isDenial, isStillDenied, withPlainDenials } from './denials.ts';
import type { PackedReplica } from './packed-replica.ts';
import { splitPriceLimit } from './price-words.ts';
import {
  bandWidth,
  type Concept,
  exactBand,
  exactScore,
  type Ranking,
  rankMatches,
} from './rank-matches.ts';
import { maxWords, phrasePlaces, queryWords, wordsOf } from './search-text.ts';
import { isAudience, isUseWord } from './use-words.ts';
import { createWordIndex, fieldBits, type WordIndex } from './word-index.ts';
import { createWordScores } from './word-scores.ts';

/** The result of a search. */
export interface Matches extends Ranking {
  /** The slot of a product. Changes only when products are added or removed. */
  slotOf(productId: string): number | undefined;
}

/**
 * Finds products by words. A score depends only on the text, the product and the synonyms, so every reader
 * with the same products sorts them alike, in whatever order they were added.
 */
export interface Search {
  /**
   * The products that match every word of `text`: exactly, as singular or plural, by a synonym, by their colours, as
   * the start of a longer word, or with one typo; and if these are few, those that lack as little as possible. Null for
   * a blank text: all products.
   */
  find(text: string): Matches | null;
  /** Whether a text searches for anything, and doesn't only deny. */
  isWanting(text: string): boolean;
  /** How many products match every word; 0 for a text without words. */
  count(text: string): number;
  /** Whether a word is known as a colour, as a word of use or to the synonyms, or a design has it: no typo. */
  isKnown(word: string): boolean;
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

/** Whose age it is matters, not how many years: `two` is in other titles. */
const age =
  /\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)[\s-]+years?[\s-]olds?\b/giu;

const aged = 'year old';

const needed = { isOptional: false, isAudience: false };

/** Puts an exact match of the whole SKU first, and one of the whole title after it. */
const wholeSkuScore = exactBand * bandWidth + bandWidth - 1;
const wholeTitleScore = wholeSkuScore - 1;

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

  /** The words and phrases that a text searches for, and those it doesn't want. */
  function conceptsOf(searched: string): { wanted: Concept[]; unwanted: Concept[] } {
    const [rest, limit] = splitPriceLimit(withPlainDenials(searched.replace(age, aged)));
    const spelled = new Map(queryWords(rest).map((word) => [word, scores.spelled(word)]));
    const looked = new Set(spelled.values());
    const typed = wordsOf(rest);
    const places = phrasePlaces(rest);
    const words = places
      .map((place) => typed[place] ?? '')
      .map((word) => spelled.get(word) ?? word);
    const wanted: Concept[] = [];
    const unwanted: Concept[] = [];
    if (limit) {
      wanted.push({ ...needed, text: limit.text, scores: scores.ofPrices(limit.has) });
    }
    /** The word that denies the next one. */
    let denial: string | null = null;
    let isAfterWanted = false;
    for (let at = 0; at < words.length && wanted.length + unwanted.length < maxWords; ) {
      let length = Math.min(scores.longestPhrase, words.length - at);
      while (length > 1 && !scores.isPhrase(words.slice(at, at + length))) length--;
      const phrase = words.slice(at, at + length);
      const [next] = phrase;
      if (next !== undefined && length === 1 && words.length > 1 && isDenial(next)) {
        const to = places[at + 1];
        const isAgain = unwanted.some((concept) => concept.text === words[at + 1]);
        const isDenied =
          isAgain || (to !== undefined && !scores.isNamed(typed.slice(places[at], to + 1)));
        denial = isDenied ? next : null;
        isAfterWanted = wanted.length > (limit ? 1 : 0);
        at++;
        continue;
      }
      at += length;
      const text = phrase.join(' ');
      const [word, ...others] = phrase.filter((each) => looked.has(each));
      const concepts = denial === null ? wanted : unwanted;
      const between = typed.slice(places[at - 1], places[at]);
      const after = { between, isAfterWanted, word: text, next: words[at] ?? '' };
      if (denial !== null && !isStillDenied({ ...after, denial })) denial = null;
      // A single letter beside longer words, or a repeated word.
      const isSame = (concept: Concept) => concept.text === text;
      if (word === undefined || wanted.some(isSame) || unwanted.some(isSame)) continue;
      concepts.push({
        text,
        scores: length === 1 ? scores.ofWord(word) : scores.ofPhrase(phrase, [word, ...others]),
        isOptional: phrase.every(isUseWord),
        isAudience: text === aged || phrase.every(isAudience),
      });
    }
    return { wanted, unwanted };
  }

  function rank(text: string): Ranking {
    const { wanted, unwanted } = conceptsOf(text);
    if (wanted.length === 0 && unwanted.length > 0) {
      wanted.push({ ...needed, text: '', scores: scores.ofPrices(() => true) });
    }
    const ranking = rankMatches(wanted, unwanted, index.slots, index.size);
    for (const slot of withTitle(text)) ranking.scores[slot] = wholeTitleScore;
    for (const slot of withSku(text)) ranking.scores[slot] = wholeSkuScore;
    return ranking;
  }

  /** The slots of products whose whole SKU is `text`, ignoring any separators. */
  function withSku(text: string): number[] {
    const postings = index.term(wordsOf(text).join(''))?.postings ?? [];
    return postings.filter((posting) => posting & fieldBits.wholeSku).map((each) => each >>> 8);
  }

  /** The slots of products whose whole title is `text`. */
  function withTitle(text: string): number[] {
    const words = wordsOf(text);
    const [rarest = []] = words
      .map((word) => index.term(word)?.postings ?? [])
      .sort((a, b) => a.length - b.length);
    const whole = words.join(' ');
    // Reading the words of each longer title would take most of a search's time.
    const isWhole = (title: string) =>
      title.length < 2 * text.length && wordsOf(title).join(' ') === whole;
    return rarest
      .filter((posting) => posting & fieldBits.title)
      .map((posting) => posting >>> 8)
      .filter((slot) => isWhole(index.product(slot)?.title ?? ''));
  }

  return {
    prepare,
    find(text) {
      if (text.trim() === '') return null;
      prepare(Number.POSITIVE_INFINITY);
      return { ...rank(text), slotOf: index.slotOf };
    },
    isWanting(text) {
      prepare(Number.POSITIVE_INFINITY);
      return conceptsOf(text).wanted.length > 0;
    },
    count(text) {
      prepare(Number.POSITIVE_INFINITY);
      let count = 0;
      for (const score of rank(text).scores) if (score >= exactScore) count++;
      return count;
    },
    isKnown: scores.isKnown,
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
