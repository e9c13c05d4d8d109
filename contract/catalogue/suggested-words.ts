import type { Product, Suggestions } from '../shop/product.ts';
import { foldText } from '../wire/fold-text.ts';
import { limits } from '../wire/limits.ts';
import { colorsFrom } from './color-words.ts';
import { exactScore } from './rank-matches.ts';
import type { Search } from './search.ts';
import { typedWords, wordsOf } from './search-text.ts';
import { stem } from './stem.ts';
import type { Term } from './term.ts';
import { eachLongerTerm, eachMistypedTerm } from './term-matches.ts';
import { fieldBits } from './word-index.ts';

/** Only words of these fields are suggested, not those of descriptions and SKUs. */
const offeredFields =
  fieldBits.title |
  fieldBits.mainKeyword |
  fieldBits.keyword |
  fieldBits.category |
  fieldBits.designer;

/** How many of the best matches phrases are taken from. */
export const matchesRead = 40;

/**
 * Search texts that start with `text`, or nearly so, and find something; most results first.
 * @param matches the best matches of `text`, up to `matchesRead`.
 */
export function suggestedWords(
  search: Search,
  matches: readonly Product[],
  text: string,
): Suggestions['words'] {
  const typed = foldText(text).trim();
  const whole = wordsOf(text).join(' ');
  const texts = new Set([...completedTexts(search, typed), ...phrasesFrom(matches, whole)]);
  texts.delete(typed);
  texts.delete(whole);
  return [...texts]
    .map((other) => ({ text: other, count: search.count(other) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, limits.suggestedWords);
}

/** A folded text with its last word completed by the most common words. */
function completedTexts(search: Search, folded: string): string[] {
  const index = search.index();
  const typed = typedWords(folded);
  const last = typed.at(-1) ?? '';
  const among = search.find(typed.slice(0, -1).join(' '))?.scores;
  const isCounted = (posting: number) =>
    (posting & offeredFields) !== 0 && (!among || (among[posting >>> 8] ?? 0) >= exactScore);
  /** The most common form of each word, by stem. */
  const forms = new Map<string, { text: string; count: number }>();
  const offer = ({ text, postings }: Term) => {
    let count = 0;
    for (const posting of postings) if (isCounted(posting)) count++;
    if (count === 0) return;
    const known = forms.get(stem(text));
    const isBetter = !known || count > known.count || (count === known.count && text < known.text);
    if (isBetter) forms.set(stem(text), { text, count });
  };
  eachLongerTerm(index, last, offer);
  const colors = forms.size > 0 ? [] : colorsFrom(last);
  if (forms.size === 0 && colors.length === 0) eachMistypedTerm(index, last, offer);
  return [...forms.values()]
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, limits.suggestedWords + 1)
    .map(({ text }) => text)
    .concat(colors)
    .map((text) => folded.slice(0, folded.lastIndexOf(last)) + text);
}

/** Keywords of several words that start with `whole`, most common among the matches first. */
function phrasesFrom(matches: readonly Product[], whole: string): string[] {
  const counts = new Map<string, number>();
  for (const { keywords } of matches) {
    for (const keyword of Object.values(keywords).flat()) {
      const words = wordsOf(keyword);
      const phrase = words.join(' ');
      if (words.length < 2 || !phrase.startsWith(whole)) continue;
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, limits.suggestedWords / 2)
    .map(([phrase]) => phrase);
}
