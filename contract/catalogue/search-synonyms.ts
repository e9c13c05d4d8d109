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
  /** All their words, by stem. */
  readonly words: ReadonlyMap<string, string>;
}

/** The words of a phrase, and what it is looked up by. */
interface Keyed {
  readonly words: readonly string[];
  readonly key: string;
}

/** A word or phrase, and the stems of its words. */
interface Phrase extends Keyed {
  readonly stems: readonly string[];
}

const keyOf = (words: readonly string[]) => words.map(stem).join(' ');

function phraseOf(text: string): Phrase {
  const words = phraseWords(text);
  const stems = words.map(stem);
  return { words, stems, key: stems.join(' ') };
}

const builtIn = new Map<string, Phrase>();

/** A phrase of the built-in groups, read once for all searches. */
function builtInPhrase(text: string): Phrase {
  const phrase = builtIn.get(text) ?? phraseOf(text);
  builtIn.set(text, phrase);
  return phrase;
}

/** Combines the built-in groups with those of the studio. */
export function createSearchSynonyms(groups: readonly (readonly string[])[]): SearchSynonyms {
  const byKey = new Map<string, Map<string, Alternative>>();
  const known = new Map<string, string>();
  let longestPhrase = 1;

  function noteWords({ words, stems }: Phrase): void {
    for (const [place, stemmed] of stems.entries()) known.set(stemmed, words[place] ?? '');
  }

  function add(from: Keyed, to: Keyed, isNarrower: boolean): void {
    if (from.key === '' || to.key === '' || from.key === to.key) return;
    const others = byKey.get(from.key) ?? new Map<string, Alternative>();
    byKey.set(from.key, others);
    if (isNarrower && others.has(to.key)) return;
    others.set(to.key, { words: to.words, isNarrower });
    longestPhrase = Math.max(longestPhrase, from.words.length);
  }

  function addGroup(members: readonly Phrase[]): void {
    members.forEach(noteWords);
    for (const from of members) for (const to of members) add(from, to, false);
  }

  for (const group of baseSynonyms) addGroup(group.map(builtInPhrase));
  for (const group of groups) addGroup(group.map(phraseOf));
  const others = ({ key }: Phrase) =>
    [...(byKey.get(key) ?? [])]
      .filter(([, { isNarrower }]) => !isNarrower)
      .map(([other, { words }]) => ({ words, key: other }));
  for (const [broad, narrow] of Object.entries(narrowerWords)) {
    const name = builtInPhrase(broad);
    const names = [name, ...others(name)];
    const kinds = narrow.map(builtInPhrase);
    [name, ...kinds].forEach(noteWords);
    for (const from of names) for (const to of kinds) add(from, to, true);
  }
  return {
    longestPhrase,
    words: known,
    of: (words) => [...(byKey.get(keyOf(words))?.values() ?? [])],
  };
}
