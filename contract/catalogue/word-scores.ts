import { type Alternative, createSearchSynonyms } from './search-synonyms.ts';
import type { Term } from './term.ts';
import { eachLongerTerm, eachMistypedTerm, eachOwnTerm, quality } from './term-matches.ts';
import { fieldBits, type WordIndex } from './word-index.ts';

/** What each product of an index gets for a word or a known phrase, by its slot; 0: it does not hold it. */
export interface WordScores {
  /** How many words the longest known phrase has. */
  readonly longestPhrase: number;
  /** Whether the words, single letters among them, are a phrase that has synonyms. */
  isPhrase(words: readonly string[]): boolean;
  /** Not to be written to. */
  ofWord(word: string): Uint16Array;
  /** For all of `words`, or for a synonym of `phrase`, which they are the longer words of. */
  ofPhrase(phrase: readonly string[], words: readonly string[]): Uint16Array;
  setSynonyms(groups: readonly (readonly string[])[]): void;
  /** After each change of the index. */
  clear(): void;
}

/**
 * What it is worth to hold a word there; whole SKUs come first by a score of their own. Even the
 * designer's name, met exactly or as singular or plural, is worth more than the beginning of a title.
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

/** For each set of fields what it is worth: its best field decides, more fields decide between equals. */
const worthOf = Uint8Array.from({ length: 256 }, (_, fields) => {
  const worths = fieldWorth.flatMap(([bit, worth]) => (fields & bit ? [worth] : []));
  return worths.length === 0 ? 0 : 2 * Math.max(...worths) + worths.length - 1;
});

/** The scores of so many words are cached: texts that are typed on or corrected share most of theirs. */
const mostScores = 24;

export function createWordScores(index: WordIndex): WordScores {
  const cache = new Map<string, Uint16Array>();
  let synonyms = createSearchSynonyms([]);

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
    const known = cache.get(word);
    if (known) return known;
    const scores = new Uint16Array(index.slots);
    const score = scorer(scores);
    eachOwnTerm(index, word, score);
    eachLongerTerm(index, word, score);
    eachMistypedTerm(index, word, score);
    for (const alternative of synonyms.of([word])) addAlternative(scores, alternative);
    const [oldest] = cache.size < mostScores ? [] : cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(word, scores);
    return scores;
  }

  return {
    get longestPhrase() {
      return synonyms.longestPhrase;
    },
    isPhrase: (words) => synonyms.of(words).length > 0,
    ofWord: wordScores,
    ofPhrase(phrase, words) {
      const scores = words.map(wordScores).reduce(lowest, filled(index.slots));
      for (const other of synonyms.of(phrase)) addAlternative(scores, other);
      return scores;
    },
    setSynonyms(groups) {
      synonyms = createSearchSynonyms(groups);
      cache.clear();
    },
    clear: () => cache.clear(),
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
