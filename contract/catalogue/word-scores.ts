import { isJoined, mostJoined, namedBy, partsOf } from './joined-words.ts';
import { type Alternative, createSearchSynonyms } from './search-synonyms.ts';
import type { Term } from './term.ts';
import { eachLongerTerm, eachMistypedTerm, eachOwnTerm, quality } from './term-matches.ts';
import { fieldBits, type WordIndex } from './word-index.ts';

/** Scores of an index's products for a word or known phrase, by slot; 0: no match. */
export interface WordScores {
  /** The most words that can be a phrase. */
  readonly longestPhrase: number;
  /** Whether the words, including single letters, form a phrase that has synonyms, or that designs have as one word. */
  isPhrase(words: readonly string[]): boolean;
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
 * The weight of a match in each field. Whole SKUs have a higher score of their own. Even a designer's name,
 * if matched exactly or as singular or plural, weighs more than a word that starts a longer one in the title.
 */
const fieldWorth: readonly (readonly [bit: number, worth: number])[] = [
  [fieldBits.title, 20],
  [fieldBits.mainKeyword, 17],
  [fieldBits.keyword, 14],
  [fieldBits.category, 8],
  [fieldBits.sku, 7],
  [fieldBits.wholeSku, 7],
  [fieldBits.description, 6],
  [fieldBits.designer, 5],
];

/** The weight of each set of fields: the best field decides; more fields break ties. */
const worthOf = Uint8Array.from({ length: 256 }, (_, fields) => {
  const worths = fieldWorth.flatMap(([bit, worth]) => (fields & bit ? [worth] : []));
  return worths.length === 0 ? 0 : 2 * Math.max(...worths) + worths.length - 1;
});

/** How many words' scores are cached. Texts that are being typed or corrected share most of their words. */
const maxScores = 24;

export function createWordScores(index: WordIndex): WordScores {
  const cache = new Map<string, Uint16Array>();
  let synonyms = createSearchSynonyms([]);

  /** Returns a callback that raises each product's score to what a term gives it, if that is higher. */
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

  /** The score of each product for one word. Read-only: the array is cached. */
  function wordScores(word: string): Uint16Array {
    const known = cache.get(word);
    if (known) return known;
    const scores = new Uint16Array(index.slots);
    const score = scorer(scores);
    eachOwnTerm(index, word, score);
    eachLongerTerm(index, word, score);
    eachMistypedTerm(index, word, score);
    for (const alternative of synonyms.of([word])) addAlternative(scores, alternative);
    for (const parts of partsOf(index, word)) addParts(scores, parts);
    const [oldest] = cache.size < maxScores ? [] : cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(word, scores);
    return scores;
  }

  return {
    get longestPhrase() {
      return Math.max(synonyms.longestPhrase, mostJoined);
    },
    isPhrase: (words) => synonyms.of(words).length > 0 || isJoined(index, words),
    ofWord: wordScores,
    ofPhrase(phrase, words) {
      const alternatives = synonyms.of(phrase);
      const each = words.map(wordScores);
      // Words that are no phrase to the synonyms count one by one, as they would apart from each other.
      const scores =
        alternatives.length > 0 ? each.reduce(lowest, filled(index.slots)) : sumOf(each);
      for (const other of alternatives) addAlternative(scores, other);
      if (isJoined(index, phrase)) raise(scores, wordScores(phrase.join('')));
      return scores;
    },
    setSynonyms(groups) {
      synonyms = createSearchSynonyms(groups);
      cache.clear();
    },
    clear: () => cache.clear(),
  };
}

/** Adds the scores where both are above 0, otherwise sets 0: every word must match. */
export function addWhereBoth(sums: Uint16Array, scores: Uint16Array): Uint16Array {
  for (let slot = 0; slot < sums.length; slot++) {
    const [sum, score] = [sums[slot] ?? 0, scores[slot] ?? 0];
    sums[slot] = sum > 0 && score > 0 ? sum + score : 0;
  }
  return sums;
}

/** The sum of some words' scores, for products that have them all. */
function sumOf([first = new Uint16Array(), ...others]: readonly Uint16Array[]): Uint16Array {
  return others.reduce(addWhereBoth, first.slice());
}

/** Scores above any real one, as the initial value for a minimum. */
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
