import { phraseWords } from './search-text.ts';
import { stem } from './stem.ts';
import { baseSynonyms, narrowerWords } from './synonyms.ts';

/** Another word or phrase to search for. */
export interface Alternative {
  readonly words: readonly string[];
  /** A narrower term, such as a kind of the searched thing, rather than another word for it. */
  readonly isNarrower: boolean;
}

/** The alternatives of a word or phrase, looked up by the stems of its words. */
export interface SearchSynonyms {
  /** The number of words in the longest known phrase. */
  readonly longestPhrase: number;
  of(words: readonly string[]): readonly Alternative[];
}

const keyOf = (words: readonly string[]) => words.map(stem).join(' ');

/** Combines the built-in groups with those of the studio. */
export function createSearchSynonyms(groups: readonly (readonly string[])[]): SearchSynonyms {
  const byKey = new Map<string, Map<string, Alternative>>();
  let longestPhrase = 1;

  function add(from: readonly string[], to: readonly string[], isNarrower: boolean): void {
    const [key, other] = [keyOf(from), keyOf(to)];
    if (key === '' || other === '' || key === other) return;
    const known = byKey.get(key) ?? new Map<string, Alternative>();
    byKey.set(key, known);
    if (isNarrower && known.has(other)) return;
    known.set(other, { words: to, isNarrower });
    longestPhrase = Math.max(longestPhrase, from.length);
  }

  for (const group of [...baseSynonyms, ...groups]) {
    const members = group.map(phraseWords);
    for (const from of members) for (const to of members) add(from, to, false);
  }
  const others = (broad: string) =>
    [...(byKey.get(keyOf(phraseWords(broad)))?.values() ?? [])]
      .filter(({ isNarrower }) => !isNarrower)
      .map(({ words }) => words);
  for (const [broad, narrow] of Object.entries(narrowerWords)) {
    const names = [phraseWords(broad), ...others(broad)];
    for (const name of names) for (const one of narrow) add(name, phraseWords(one), true);
  }
  return {
    longestPhrase,
    of: (words) => [...(byKey.get(keyOf(words))?.values() ?? [])],
  };
}
