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

/** A word or phrase, and the stems of its words. */
interface Phrase {
  readonly words: readonly string[];
  readonly key: string;
}

const keyOf = (words: readonly string[]) => words.map(stem).join(' ');

function phraseOf(text: string): Phrase {
  const words = phraseWords(text);
  return { words, key: keyOf(words) };
}

/** Combines the built-in groups with those of the studio. */
export function createSearchSynonyms(groups: readonly (readonly string[])[]): SearchSynonyms {
  const byKey = new Map<string, Map<string, Alternative>>();
  let longestPhrase = 1;

  function add(from: Phrase, to: Phrase, isNarrower: boolean): void {
    if (from.key === '' || to.key === '' || from.key === to.key) return;
    const known = byKey.get(from.key) ?? new Map<string, Alternative>();
    byKey.set(from.key, known);
    if (isNarrower && known.has(to.key)) return;
    known.set(to.key, { words: to.words, isNarrower });
    longestPhrase = Math.max(longestPhrase, from.words.length);
  }

  for (const group of [...baseSynonyms, ...groups]) {
    const members = group.map(phraseOf);
    for (const from of members) for (const to of members) add(from, to, false);
  }
  const others = ({ key }: Phrase) =>
    [...(byKey.get(key) ?? [])]
      .filter(([, { isNarrower }]) => !isNarrower)
      .map(([other, { words }]) => ({ words, key: other }));
  for (const [broad, narrow] of Object.entries(narrowerWords)) {
    const name = phraseOf(broad);
    const names = [name, ...others(name)];
    const kinds = narrow.map(phraseOf);
    for (const from of names) for (const to of kinds) add(from, to, true);
  }
  return {
    longestPhrase,
    of: (words) => [...(byKey.get(keyOf(words))?.values() ?? [])],
  };
}
