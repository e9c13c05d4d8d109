import { stem } from './stem.ts';
import type { Term } from './term.ts';
import { firstTerm, termsFrom, type WordIndex } from './word-index.ts';

/** Scores for how a product's word matches a search word, best first. */
export const quality = {
  exact: 16,
  /** Singular for plural, or the other way round. */
  stem: 15,
  synonym: 12,
  narrower: 9,
  prefix: 2,
  typo: 1,
} as const;

/** Words of at least this length may have one typo (OP-38). */
export const typoLength = 5;
/** Words of at least this length may also have it at the start of a longer word. */
const openTypoLength = 6;

/** Called with each matching word of the index, possibly more than once. */
type OnTerm = (term: Term, quality: number) => void;

/** Calls `onTerm` for `word` and its singular or plural. */
export function eachOwnTerm(index: WordIndex, word: string, onTerm: OnTerm): void {
  for (const term of index.family(stem(word))) {
    onTerm(term, term.text === word ? quality.exact : quality.stem);
  }
}

/** Calls `onTerm` for each word that starts with `word`. */
export function eachLongerTerm(index: WordIndex, word: string, onTerm: OnTerm): void {
  const [from, to] = termsFrom(index.terms, word);
  for (let place = from; place < to; place++) onTerm(index.terms[place] as Term, quality.prefix);
}

/**
 * Calls `onTerm` for each word one typo away from `word`: a wrong, missing or extra letter, or two neighbours
 * swapped. Short words and words with digits get no matches. Walks the sorted words like a tree and follows
 * only prefixes that exist.
 */
export function eachMistypedTerm(index: WordIndex, word: string, onTerm: OnTerm): void {
  if (word.length < typoLength || /\d/.test(word)) return;
  const { terms } = index;
  const isOpen = word.length >= openTypoLength;

  function tryText(text: string): void {
    const term = index.term(text);
    if (term) for (const one of index.family(stem(text))) onTerm(one, quality.typo);
    if (!isOpen) return;
    const [from, to] = termsFrom(terms, text);
    for (let place = from; place < to; place++) onTerm(terms[place] as Term, quality.typo);
  }

  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at);
    const rest = word.slice(at);
    const [from, to] = termsFrom(terms, before);
    if (from === to) return;
    // Without its last letter the word is just a shorter prefix, which matches too much.
    if (rest.length > 1) {
      tryText(before + rest.slice(1));
      tryText(`${before}${rest[1]}${rest[0]}${rest.slice(2)}`);
    }
    for (let place = from; place < to; ) {
      const letter = terms[place]?.text[at];
      if (letter === undefined) {
        place++;
        continue;
      }
      if (rest !== '' && letter !== rest[0]) tryText(before + letter + rest.slice(1));
      tryText(before + letter + rest);
      place = firstTerm(terms, `${before}${letter}\uffff`, place);
    }
  }
  const shorter = index.term(word.slice(0, -1));
  if (shorter) onTerm(shorter, quality.typo);
}
