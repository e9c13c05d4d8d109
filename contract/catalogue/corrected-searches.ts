import type { NearestSearch } from '../shop/product.ts';
import { foldText } from '../wire/fold-text.ts';
import { limits } from '../wire/limits.ts';
import { isDenial } from './denials.ts';
import { editsBetween, hasSameLetters } from './edits-between.ts';
import type { ListingPage } from './listing.ts';
import { splitPriceLimit } from './price-words.ts';
import type { Search } from './search.ts';
import { queryWords } from './search-text.ts';
import type { Term } from './term.ts';
import { fieldBits, firstTerm, namingFields } from './word-index.ts';

/** The best matches of a text, at most `limit`, and the total number of matches. */
type BestMatches = (text: string, limit: number) => Pick<ListingPage, 'products' | 'total'>;

/** Shorter words resemble too many others. */
const shortestCorrected = 4;

/** Corrections are taken from these fields, not from descriptions or SKUs. */
const correctingFields = namingFields | fieldBits.designer;

/** Alternatives to a search that no design matches: its unknown words corrected. */
export function correctedSearches(
  search: Search,
  best: BestMatches,
  text: string,
): NearestSearch[] {
  const [rest] = splitPriceLimit(text);
  const words = queryWords(rest).filter((word) => !isDenial(word));
  const spelled = new Map(words.map((word) => [word, asSpelled(search, word)]));
  const unknown = [...spelled.values()].filter(
    (word) => search.count(word) === 0 && !search.isKnown(word),
  );
  const texts = new Set(correctedTexts(search, text, spelled, unknown));
  return [...texts]
    .map((other) => ({ text: other, ...best(other, limits.nearestProducts) }))
    .filter(({ total }) => total > 0)
    .slice(0, limits.nearestSearches);
}

/** A word as the designs spell it, if they have it only with a typo; any other as it is. */
function asSpelled(search: Search, word: string): string {
  const found = search.count(word);
  const { terms } = search.index();
  const isTyped = terms[firstTerm(terms, word)]?.text.startsWith(word);
  if (found === 0 || isTyped || search.isKnown(word)) return word;
  const [closest] = correctionsOf(search, word);
  // A word that designs have in two parts is no typo: it finds what no similar word does.
  return closest !== undefined && search.count(closest) >= found ? closest : word;
}

/** A word of a folded text, with the dash that denies it. */
const typedWord = /(-?)([\p{L}\p{N}]+)/gu;

/**
 * The text with its unknown words corrected, without those that resemble no word. If there is only one unknown word,
 * one text per correction.
 */
function correctedTexts(
  search: Search,
  text: string,
  spelled: ReadonlyMap<string, string>,
  unknown: readonly string[],
): string[] {
  const corrections = new Map(unknown.map((word) => [word, correctionsOf(search, word)]));
  const most = Math.max(0, ...[...corrections.values()].map(({ length }) => length));
  const count = unknown.length === 1 ? most : Math.min(1, most);
  return Array.from({ length: count }, (_, place) =>
    foldText(text)
      .replace(typedWord, (_whole, dash: string, typed: string) => {
        const word = spelled.get(typed) ?? typed;
        const meant = corrections.has(word) ? corrections.get(word)?.[place] : word;
        return meant === undefined ? '' : dash + meant;
      })
      .trim()
      .replace(/\s+/g, ' '),
  );
}

/** Whether a short word has all its letters in `text`: `buny` is a bunny, but `beer` is no bear. */
function isWholly(word: string, text: string): boolean {
  return text.length > word.length || hasSameLetters(word, text);
}

/** The known words closest to `word` with the same first letter, by edit distance, then by how many designs have them. */
function correctionsOf(search: Search, word: string): string[] {
  if (word.length < shortestCorrected) return [];
  const { terms } = search.index();
  const maxEdits = word.length < 5 ? 1 : word.length < 8 ? 2 : 3;
  const first = word[0] ?? '';
  const found: { text: string; edits: number; count: number }[] = [];
  const to = firstTerm(terms, `${first}\uffff`);
  for (let place = firstTerm(terms, first); place < to; place++) {
    const { text, postings } = terms[place] as Term;
    if (Math.abs(text.length - word.length) > maxEdits) continue;
    if (word.length === shortestCorrected && !isWholly(word, text)) continue;
    const count = postings.filter((posting) => posting & correctingFields).length;
    const edits = count > 0 ? editsBetween(word, text, maxEdits) : Number.POSITIVE_INFINITY;
    if (edits <= maxEdits) found.push({ text, edits, count });
  }
  return found
    .sort((a, b) => a.edits - b.edits || b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, limits.nearestSearches)
    .map(({ text }) => text);
}
