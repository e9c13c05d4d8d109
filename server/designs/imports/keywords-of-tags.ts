import * as v from 'valibot';
import { type KeywordKind, type Keywords, noKeywords, tidyWords } from '#contract/shop/keywords.ts';
import { keywordLimits, splitWords, typedWordsSchema } from '#contract/studio/keywords.ts';
import { colorWords, noiseWords, occasionWords, styleWords } from './tag-vocabulary.ts';

/** Technical facts about a file: `300dpi`, `12x12`, `3600 px`, `8 inch`. */
const measures = /^[\d\s.,x×*-]*(?:dpi|ppi|px|pixels?|in|inch|inches|cm|mm|mb|k)?$/u;

/** Words about the product, removed from tags of several words: `seamless mushroom pattern` becomes `mushroom`. */
const goods =
  /(?:^|\s)(?:seamless|repeat(?:ing)?|patterns?|prints?|digital|papers?|downloads?|files?|designs?|fabrics?|clip ?art|png|svg|jpe?g|sublimation|printables?|wallpapers?|backgrounds?)(?=\s|$)/gu;

/**
 * Makes keywords of another shop's tags and product type, in order: colours, occasions and styles by the
 * vocabulary, everything else is a motif. Leaves out words about files, sizes and licences, words that are
 * too long, and words past the limit of their kind.
 */
export function keywordsOfTags(tags: readonly string[], type = ''): Keywords {
  const keywords = structuredClone(noKeywords);
  for (const word of tidyWords([...tags, type].flatMap(splitWords).map(plainTag))) {
    const kind = kindOf(word);
    if (kind === null || keywords[kind].length === keywordLimits.words) continue;
    if (v.is(typedWordsSchema, [word])) keywords[kind] = tidyWords([...keywords[kind], word]);
  }
  return keywords;
}

/** Normalizes a tag: without `#`, with spaces for `_` and `-`, and without words about the product. */
function plainTag(tag: string): string {
  const said = tag
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[#_–-]+/g, ' ')
    .trim();
  const less = said.replace(goods, ' ').replace(/\s+/g, ' ').trim();
  return isNoise(said) || less === '' ? '' : less;
}

/** Null: the word says nothing about the design. */
function kindOf(word: string): KeywordKind | null {
  if (isNoise(word)) return null;
  const forms = [word, ...singulars(word)];
  const isIn = (vocabulary: ReadonlySet<string>) => forms.some((form) => vocabulary.has(form));
  // Compared as is, not in the singular: `oranges`, `peaches` and `plums` are fruit.
  if (colorWords.has(word)) return 'color';
  if (isIn(occasionWords)) return 'occasion';
  if (isIn(styleWords)) return 'style';
  return 'motif';
}

function isNoise(word: string): boolean {
  if (measures.test(word)) return true;
  return [word, ...singulars(word)].some((form) => noiseWords.has(form));
}

/** `stripes` → `stripe`, `parties` → `party`, `dresses` → `dress`. */
function singulars(word: string): string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`];
  if (word.endsWith('es')) return [word.slice(0, -1), word.slice(0, -2)];
  return word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : [];
}
