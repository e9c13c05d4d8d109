import { colorWordOf } from './color-words.ts';

/** They deny the word after them. */
const denials = new Set([
  'no',
  'not',
  'dont',
  'doesnt',
  'isnt',
  'arent',
  'nor',
  'nothing',
  'minus',
  'except',
  'without',
  'neither',
  'avoid',
  'avoiding',
  'exclude',
  'excluding',
]);

/** `without clouds and stars` denies both, `no clouds and stars` may want stars. */
const listing = new Set(['minus', 'except', 'without', 'neither', 'excluding']);

/** They say that what follows is wanted again. */
const turning = new Set(
  'but give just like love need only please show want wanted with'.split(' '),
);

/** Whether a word denies the next one that tells. */
export const isDenial = (word: string): boolean => denials.has(word);

/** `-black` denies a word as `not black` does. */
const minus = /(^|\s)-(?=\p{L})/gu;
const withoutInWords =
  /\b(?:instead of|(?:other|rather) than|(?:apart|aside) from|(?:(?:any|every)thing|all) but|w\/o)(?![\p{L}\p{N}])/giu;
const noDenial = /\b(?:nothing but|not (?:only|just))\b/giu;
/** A comma of a list of single words, with what joins the last. */
const listComma = /,\s*(?=(?:[^\s,]+,\s*){0,5}(?:[^\s,]+,?\s+)?(and|or|nor)\s)/giu;

/** A text whose denials and lists are all written with the words that are known here. */
export function withPlainDenials(text: string): string {
  return text
    .replace(minus, '$1not ')
    .replace(withoutInWords, 'without')
    .replace(noDenial, ' ')
    .replaceAll('&', ' and ')
    .replace(listComma, (_comma, joining: string) => ` ${joining === 'and' ? 'and' : 'or'} `);
}

export interface Denied {
  readonly denial: string;
  /** The denied word, and the words from it to `next`. */
  readonly word: string;
  readonly between: readonly string[];
  readonly next: string;
  /** Whether something was wanted before the denial. */
  readonly isAfterWanted: boolean;
}

/**
 * Whether the next word is denied as well. After `or` it is. After `and` it is if something is wanted already (`foxes
 * no clouds and stars`), by a preposition, and if both are colours (`no pink and purple unicorns`); else who denies the
 * first wants the other: `no clouds and foxes`.
 */
export function isStillDenied({ denial, word, between, next, isAfterWanted }: Denied): boolean {
  if (between.some((each) => turning.has(each))) return false;
  if (between.includes('or')) return true;
  if (!between.includes('and')) return false;
  const isColor = (each: string) => colorWordOf([each]) !== null;
  return isAfterWanted || listing.has(denial) || (isColor(word) && isColor(next));
}
