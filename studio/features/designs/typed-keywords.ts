import { byKind, type KeywordKind, type Keywords, tidyWords } from '#contract/shop/keywords.ts';
import { splitWords } from '#contract/studio/keywords.ts';

/** The words of one kind as they are edited: those entered, and what is in the field. */
export interface TypedWords {
  readonly words: readonly string[];
  readonly text: string;
}

export type TypedKeywords = Readonly<Record<KeywordKind, TypedWords>>;

const mostSuggestions = 6;

export function typedKeywords(keywords: Keywords): TypedKeywords {
  return byKind((kind) => ({ words: keywords[kind], text: '' }));
}

/** What is saved of them; what is still in a field counts too. */
export function keywordsFrom(typed: TypedKeywords): Keywords {
  return byKind((kind) => [...enterText(typed[kind]).words]);
}

/** Adds all that is in the field to the words. */
export function enterText({ words, text }: TypedWords): TypedWords {
  return { words: tidyWords([...words, ...splitWords(text)]), text: '' };
}

/** A new text in the field: what comes before its last comma is entered. */
export function typeText({ words }: TypedWords, text: string): TypedWords {
  const parts = splitWords(text);
  const last = parts.pop() ?? '';
  return parts.length === 0
    ? { words, text }
    : { words: tidyWords([...words, ...parts]), text: last.trimStart() };
}

/** Words of other designs that begin, or have a part that begins, with what is in the field. */
export function suggestedWords({ words, text }: TypedWords, used: readonly string[]): string[] {
  const [begun = ''] = tidyWords([text]);
  if (begun === '') return [];
  return used
    .filter((word) =>
      `\n${word}`.replaceAll(' ', '\n').includes(`\n${begun.replaceAll(' ', '\n')}`),
    )
    .filter((word) => word !== begun && !words.includes(word))
    .slice(0, mostSuggestions);
}
