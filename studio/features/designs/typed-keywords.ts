import { byKind, type KeywordKind, type Keywords, tidyWords } from '#contract/shop/keywords.ts';
import { splitWords } from '#contract/studio/keywords.ts';

/** The keywords of one kind while they are edited: those added, and the text in the field. */
export interface TypedWords {
  readonly words: readonly string[];
  readonly text: string;
}

export type TypedKeywords = Readonly<Record<KeywordKind, TypedWords>>;

/** What the studio calls each kind of keywords. */
export const keywordNames: Readonly<Record<KeywordKind, string>> = {
  motif: 'Motifs',
  occasion: 'Occasions',
  style: 'Styles',
  color: 'Colours',
};

const maxSuggestions = 6;

export function typedKeywords(keywords: Keywords): TypedKeywords {
  return byKind((kind) => ({ words: keywords[kind], text: '' }));
}

/** The keywords to save, including what is still in a field. */
export function keywordsFrom(typed: TypedKeywords): Keywords {
  return byKind((kind) => [...enterText(typed[kind]).words]);
}

/** Adds everything in the field to the keywords. */
export function enterText({ words, text }: TypedWords): TypedWords {
  return { words: tidyWords([...words, ...splitWords(text)]), text: '' };
}

/** Sets the field's text; what comes before its last comma is added. */
export function typeText({ words }: TypedWords, text: string): TypedWords {
  const parts = splitWords(text);
  const last = parts.pop() ?? '';
  return parts.length === 0
    ? { words, text }
    : { words: tidyWords([...words, ...parts]), text: last.trimStart() };
}

/** Other designs' keywords that start with, or have a word that starts with, the field's text. */
export function suggestedWords({ words, text }: TypedWords, used: readonly string[]): string[] {
  const [begun = ''] = tidyWords([text]);
  if (begun === '') return [];
  return used
    .filter((word) =>
      `\n${word}`.replaceAll(' ', '\n').includes(`\n${begun.replaceAll(' ', '\n')}`),
    )
    .filter((word) => word !== begun && !words.includes(word))
    .slice(0, maxSuggestions);
}
