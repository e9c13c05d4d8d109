import {
  begunColor,
  type ColorWord,
  colorWordOf,
  createPalettes,
  isThing,
  namedKind,
} from './color-words.ts';
import { isAnyNamed, isJoined, mostJoined, namedBy, partsOf } from './joined-words.ts';
import { createKnownWords, type KnownWords } from './known-words.ts';
import { type HasPrice, priceWordOf } from './price-words.ts';
import { isStrong, strongScore } from './rank-matches.ts';
import { type Alternative, createSearchSynonyms } from './search-synonyms.ts';
import { filled, lowest, raise, sumOf } from './slot-scores.ts';
import { stem } from './stem.ts';
import type { Term } from './term.ts';
import { eachLongerTerm, eachMistypedTerm, eachOwnTerm, quality } from './term-matches.ts';
import { type Names, namesIn } from './whole-names.ts';
import { fieldBits, type WordIndex } from './word-index.ts';

/** Scores of an index's products for a word or known phrase, by slot; 0: no match. */
export interface WordScores {
  /** The most words that can be a phrase. */
  readonly longestPhrase: number;
  /** Whether the words, including single letters, form a phrase that has synonyms, or that designs have as one word. */
  isPhrase(words: readonly string[]): boolean;
  /** Whether a word needs no correction: a design has it, or searches know it. */
  isKnown(word: string): boolean;
  /** A word as it was meant: where no design has anything like it, the known word that it has one typo of. */
  spelled(word: string): string;
  /** Whether a design is named with these words one after the other. */
  isNamed(words: readonly string[]): boolean;
  /** The score of each design whose prices are so. */
  ofPrices(has: HasPrice): Uint16Array;
  /** Read-only: the array is cached. */
  ofWord(word: string): Uint16Array;
  /**
   * Scores for all of `words`, for a synonym of `phrase`, or for it as one word. `words` are those words of `phrase`
   * that are searched for.
   */
  ofPhrase(phrase: readonly string[], words: readonly string[]): Uint16Array;
  setSynonyms(groups: readonly (readonly string[])[]): void;
  /** Call it after each change of the index. */
  clear(): void;
}

/**
 * The weight of a match in each field; the best field decides, more fields break ties. In a description or a designer's
 * name every match is weak, even an exact one (`strongScore`), but still more than a word that starts a longer one in
 * the title.
 */
const fieldWorth: readonly (readonly [bit: number, worth: number])[] = [
  [fieldBits.title, 40],
  [fieldBits.mainKeyword, 34],
  [fieldBits.keyword, 28],
  [fieldBits.category, 16],
  [fieldBits.sku, 14],
  [fieldBits.wholeSku, 14],
  [fieldBits.description, 7],
  [fieldBits.designer, 6],
];

/** The weight of each set of fields. */
const worthOf = Uint8Array.from({ length: 256 }, (_, fields) => {
  const worths = fieldWorth.flatMap(([bit, worth]) => (fields & bit ? [worth] : []));
  return worths.length === 0 ? 0 : Math.max(...worths) + worths.length - 1;
});

const anyField = 255;
const notDesigner = anyField - fieldBits.designer;
/** Only there does a word match that begins a longer one or has a typo. */
const partlyRead = notDesigner - fieldBits.description;

/** The score of a design of this designer or category, for the whole name. */
const nameScore = 640;
/** The score of a design that costs what a text says. */
const priceScore = 448;
/** The scores of a measured colour: for hardly any of it, and for each fifteenth of the picture. */
const leastColorScore = 140;
const scoreOfArea = 20;
/** What a measured colour adds where it is a keyword as well. */
const shareOfBoth = 0.3;
/** What a measured colour counts where its name is that of a thing: less than any strong score. */
const shareBesideThing = 0.25;

/** How many words' scores are cached. Texts that are being typed or corrected share most of their words. */
const maxScores = 24;

export function createWordScores(index: WordIndex): WordScores {
  const cache = new Map<string, Uint16Array>();
  const palettes = createPalettes();
  let names: Names | null = null;
  let synonyms = createSearchSynonyms([]);
  let known: KnownWords | null = null;

  /** Returns a callback that raises each product's score to what a term gives it, if that is higher. */
  function scorer(scores: Uint16Array, factor: number = quality.exact, fields = notDesigner) {
    return ({ postings }: Term, met: number) => {
      const worth = Math.min(met, factor);
      for (const posting of postings) {
        const score = worth * (worthOf[posting & fields] ?? 0);
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
    raise(scores, scoresOfAll(words, met));
  }

  /** The score of each product that has all of these words. */
  function scoresOfAll(words: readonly string[], met: number): Uint16Array {
    const every = words.map((word) => {
      const own = new Uint16Array(index.slots);
      eachOwnTerm(index, word, scorer(own, met));
      return own;
    });
    return every.reduce(lowest, filled(index.slots));
  }

  /** Raises the score of each product that has these words one after the other. */
  function addParts(scores: Uint16Array, parts: readonly string[]): void {
    const found = scoresOfAll(parts, quality.stem);
    const isNamed = namedBy(parts);
    for (let slot = 0; slot < found.length; slot++) {
      const score = found[slot] ?? 0;
      if (score <= (scores[slot] ?? 0)) continue;
      const product = index.product(slot);
      if (product && isNamed(product)) scores[slot] = score;
    }
  }

  /** Names of designers, and of categories of two things. */
  const namesNow = () => {
    names ??= namesIn(index);
    return names;
  };

  function addColor(scores: Uint16Array, word: ColorWord, isBesideThing = false): void {
    for (let slot = 0; slot < scores.length; slot++) {
      const product = index.product(slot);
      const area = product ? palettes.suiting(slot, product.swatches, word) : 0;
      if (area === 0) continue;
      const typed = scores[slot] ?? 0;
      const measured = leastColorScore + area * scoreOfArea;
      if (typed >= strongScore) {
        scores[slot] = Math.max(typed, measured) + shareOfBoth * Math.min(typed, measured);
      } else {
        scores[slot] = isBesideThing
          ? Math.max(typed, measured * shareBesideThing)
          : measured + typed;
      }
    }
  }

  const knownNow = () => {
    known ??= createKnownWords(synonyms.words);
    return known;
  };

  const isKnown = (word: string) =>
    knownNow().has(word) || priceWordOf(word) !== null || index.family(stem(word)).length > 0;

  /** The score of each product for one word, or for a word that can only be a colour. Read-only: the array is cached. */
  function wordScores(word: string, isColor = false): Uint16Array {
    const key = isColor ? `${word} color` : word;
    const cached = cache.get(key);
    if (cached) return cached;
    const scores = new Uint16Array(index.slots);
    eachOwnTerm(index, word, scorer(scores));
    eachLongerTerm(index, word, scorer(scores, quality.prefix, partlyRead));
    if (!isKnown(word)) {
      for (const form of new Set([word, stem(word)])) {
        eachMistypedTerm(index, form, scorer(scores, quality.typo, partlyRead));
      }
    }
    for (const alternative of synonyms.of([word])) addAlternative(scores, alternative);
    for (const parts of partsOf(index, word)) addParts(scores, parts);
    const color = colorWordOf([word]) ?? (scores.some(Boolean) ? null : begunColor(word));
    // Who searches for a lemon means no yellow, unless no design has a lemon.
    if (color) addColor(scores, color, !isColor && isThing(word) && scores.some(isStrong));
    const prices = priceWordOf(word);
    if (prices) raise(scores, withPrices(index, prices));
    // A designer's name is never a motif: it counts if nothing is described by the word.
    if (!scores.some(isStrong)) addDesigners(scores, word);
    const [oldest] = cache.size < maxScores ? [] : cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(key, scores);
    return scores;
  }

  /** Names are never stemmed. */
  function addDesigners(scores: Uint16Array, word: string): void {
    const score = scorer(scores, quality.exact, fieldBits.designer);
    eachLongerTerm(index, word, (term) => {
      score(term, term.text === word ? quality.exact : quality.prefix);
    });
  }

  return {
    get longestPhrase() {
      return Math.max(synonyms.longestPhrase, mostJoined, namesNow().longest);
    },
    isPhrase: (words) =>
      namesNow().slots.has(words.join(' ')) ||
      synonyms.of(words).length > 0 ||
      synonyms.of([words.join('')]).length > 0 ||
      colorWordOf(words) !== null ||
      namedKind(words) !== null ||
      isJoined(index, words),
    isKnown,
    spelled(word) {
      const meant = isKnown(word) ? null : knownNow().spelled(word);
      return meant === null || wordScores(word).some((score) => score > 0) ? word : meant;
    },
    isNamed: (words) => isAnyNamed(index, words),
    ofPrices: (has) => withPrices(index, has),
    ofWord: (word) => wordScores(word),
    ofPhrase(phrase, words) {
      const each = words.map((word) => wordScores(word));
      const named = namesNow().slots.get(phrase.join(' '));
      if (named) {
        // A design that has these words but isn't of that name is only close.
        const scores = sumOf(each).map((score) => Math.min(score, strongScore - 1));
        for (const slot of named) scores[slot] = nameScore;
        return scores;
      }
      const kind = namedKind(phrase);
      if (kind) return wordScores(kind, true);
      const alternatives = [...synonyms.of(phrase), ...synonyms.of([phrase.join('')])];
      const color = colorWordOf(phrase);
      // Words that are no phrase to the synonyms count one by one, as they would apart from each other.
      const scores =
        alternatives.length > 0 || color ? each.reduce(lowest, filled(index.slots)) : sumOf(each);
      for (const other of alternatives) addAlternative(scores, other);
      if (color) addColor(scores, color);
      if (isJoined(index, phrase)) raise(scores, wordScores(phrase.join('')));
      return scores;
    },
    setSynonyms(groups) {
      synonyms = createSearchSynonyms(groups);
      known = null;
      cache.clear();
    },
    clear() {
      cache.clear();
      names = null;
    },
  };
}

function withPrices(index: WordIndex, has: HasPrice): Uint16Array {
  const scores = new Uint16Array(index.slots);
  for (let slot = 0; slot < scores.length; slot++) {
    const product = index.product(slot);
    if (product && has(product)) scores[slot] = priceScore;
  }
  return scores;
}
