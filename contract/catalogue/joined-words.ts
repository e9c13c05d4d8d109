import type { Product } from '../shop/product.ts';
import { wordsOf } from './search-text.ts';
import { stem } from './stem.ts';
import { firstTerm, namingFields, type WordIndex } from './word-index.ts';

/** A longer word is hardly made of words that designs have. */
const longestJoined = 40;

/** How many words are written as one. */
export const mostJoined = 3;

/**
 * The words, two or three, that `word` may consist of and that designs have; the last one may be a singular or plural.
 * Whether a design has them one after the other is still to be checked.
 */
export function partsOf(index: WordIndex, word: string): string[][] {
  if (word.length < 3 || word.length > longestJoined) return [];
  const ends = new Map<number, string[]>();
  for (let at = 1; at < word.length; at++) {
    const last = index.family(stem(word.slice(at))).map(({ text }) => text);
    if (last.length > 0) ends.set(at, last);
  }
  const parts: string[][] = [];
  if (ends.size === 0) return parts;
  for (let at = 1; at < word.length; at++) {
    const first = word.slice(0, at);
    if (!index.term(first)) continue;
    for (const [from, lasts] of ends) {
      const middle = from > at ? word.slice(at, from) : null;
      if (from < at || (middle !== null && !index.term(middle))) continue;
      for (const last of lasts) parts.push(middle === null ? [first, last] : [first, middle, last]);
    }
  }
  return parts;
}

/** Whether designs have these words written as one: that word, its singular or plural, or one that begins with it. */
export function isJoined(index: WordIndex, words: readonly string[]): boolean {
  if (words.length < 2 || words.length > mostJoined) return false;
  const joined = words.join('');
  if (index.family(stem(joined)).length > 0) return true;
  // A single letter begins too many words.
  if ((words.at(-1)?.length ?? 0) < 2) return false;
  return index.terms[firstTerm(index.terms, joined)]?.text.startsWith(joined) === true;
}

/** Tells which products have a title, a keyword or a category with these words one after the other. */
export function namedBy(words: readonly string[], end = ' '): (product: Product) => boolean {
  const phrase = ` ${words.join(' ')}${end}`;
  // Many products share their keywords and categories.
  const known = new Map<string, boolean>();
  const has = (text: string): boolean => {
    let hasIt = known.get(text);
    if (hasIt === undefined) {
      hasIt = ` ${wordsOf(text).join(' ')} `.includes(phrase);
      known.set(text, hasIt);
    }
    return hasIt;
  };
  return ({ title, keywords, categories }) =>
    categories.some(({ name }) => has(name)) ||
    Object.values(keywords).some((kind) => kind.some(has)) ||
    ` ${wordsOf(title).join(' ')} `.includes(phrase);
}

/** Whether any product is named with these words one after the other; the last one may be typed in part. */
export function isAnyNamed(index: WordIndex, words: readonly string[]): boolean {
  const [first = ''] = words;
  const isWord = index.term(words.at(-1) ?? '') !== undefined;
  const isNamed = namedBy(words, isWord ? ' ' : '');
  return (index.term(first)?.postings ?? []).some((posting) => {
    const product = posting & namingFields ? index.product(posting >>> 8) : null;
    return product !== null && isNamed(product);
  });
}
