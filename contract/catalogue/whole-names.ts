import { phraseWords } from './search-text.ts';
import { isPair, type WordIndex } from './word-index.ts';

/** Names of designers, and of categories of two things. */
export interface Names {
  /** The slots of the products of each, by the words of the name as searches read them. */
  readonly slots: ReadonlyMap<string, readonly number[]>;
  /** The most words of a name. */
  readonly longest: number;
}

export function namesIn(index: WordIndex): Names {
  const byName = new Map<string, number[]>();
  const pairs = new Map<string, boolean>();
  const isKnownPair = (name: string) => {
    const known = pairs.get(name) ?? isPair(name);
    pairs.set(name, known);
    return known;
  };
  for (let slot = 0; slot < index.slots; slot++) {
    const { designer = [], categories = [] } = index.product(slot) ?? {};
    const ofPairs = categories.map(({ name }) => name).filter(isKnownPair);
    for (const name of [...designer, ...ofPairs]) {
      const slots = byName.get(name);
      if (slots) slots.push(slot);
      else byName.set(name, [slot]);
    }
  }
  const slots = new Map<string, readonly number[]>();
  let longest = 1;
  for (const [name, own] of byName) {
    const words = phraseWords(name);
    const key = words.join(' ');
    slots.set(key, [...(slots.get(key) ?? []), ...own]);
    longest = Math.max(longest, words.length);
  }
  return { slots, longest };
}
