import { namesOfColors } from './color-words.ts';
import { editsBetween, hasSameLetters } from './edits-between.ts';
import { stem } from './stem.ts';
import { typoLength } from './term-matches.ts';
import { wordsOfUse } from './use-words.ts';

/** Right words that are one letter away from another motif, so that a search for a house finds no horse. */
const lookalikes = `
  africa aunt baker ball barn beagle beer board boar boot braid bridge broom brush bull cart chess chili clown
  corgi cross crown date desert dove feather fleur flour fountain game gate glove grace grain greek groom house
  india kiss lace lake lamp math metal mitten monstera mountain painter palm paint pants pasty patty peace petal
  plane planet plant plate polar poodle porch quill river roast roman root roster rugby saddle salt scout seed
  shape shelf shell shine shoe short shout skate slate sled smoke snack solar spade spain spell spice spine
  spool spoon spore sprig spring stack stage stain stair star steak steam stick stone stork storm story stove
  stream string strip strong sunny sweat swing tights toffee tower viking vine wizard woman woven yarn
`;

/** Of words this long, hardly two right ones are so alike that one is a typo of the other, as house and horse are. */
const longLength = 8;

/** The words that searches know, whether a design has them or not. */
export interface KnownWords {
  has(word: string): boolean;
  /** The known word that one typo turned into this one; null: none, or the word is known or short. */
  spelled(word: string): string | null;
}

/** @param ofSynonyms the words of the synonyms, by stem. */
export function createKnownWords(ofSynonyms: ReadonlyMap<string, string>): KnownWords {
  const known = new Map(ofSynonyms);
  for (const words of [namesOfColors, wordsOfUse, lookalikes.trim().split(/\s+/)]) {
    for (const word of words) known.set(stem(word), word);
  }
  /** By first letter, in which nobody mistypes a word. */
  const byLetter = new Map<string, string[]>();
  for (const word of known.values()) {
    const others = byLetter.get(word.slice(0, 1));
    if (others) others.push(word);
    else byLetter.set(word.slice(0, 1), [word]);
  }
  const has = (word: string) => known.has(stem(word));
  return {
    has,
    spelled(word) {
      if (word.length < typoLength || /\d/.test(word) || has(word)) return null;
      const single = stem(word);
      const isMeant = (other: string) =>
        (Math.min(word.length, other.length) >= longLength || hasSameLetters(word, other)) &&
        (editsBetween(word, other, 1) === 1 || editsBetween(single, stem(other), 1) === 1);
      return byLetter.get(word.slice(0, 1))?.find(isMeant) ?? null;
    },
  };
}
