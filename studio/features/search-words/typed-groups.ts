import * as v from 'valibot';
import { createSearchSynonyms } from '#contract/catalogue/search-synonyms.ts';
import { phraseWords } from '#contract/catalogue/search-text.ts';
import { tidyWords } from '#contract/shop/keywords.ts';
import { type Synonyms, splitWords, typedSynonymsSchema } from '#contract/studio/keywords.ts';

/** The groups as text: one per line, words separated by commas. */
export function textOf(synonyms: Synonyms): string {
  return synonyms.map((group) => group.join(', ')).join('\n');
}

/** The groups of a text with their line numbers, from 1. Skips lines without words. */
function linesOf(text: string): { readonly line: number; readonly group: string[] }[] {
  return text
    .split('\n')
    .map((line, place) => ({ line: place + 1, group: tidyWords(splitWords(line)) }))
    .filter(({ group }) => group.length > 0);
}

export function groupsFrom(text: string): string[][] {
  return linesOf(text).map(({ group }) => group);
}

/** The first error in a text, with its line; null: none. */
export function problemOf(text: string): string | null {
  const lines = linesOf(text);
  const parsed = v.safeParse(
    typedSynonymsSchema,
    lines.map(({ group }) => group),
  );
  if (parsed.success) return null;
  const [issue] = parsed.issues;
  const at = lines[Number(issue.path?.[0].key)];
  return at ? `Line ${at.line}: ${issue.message}` : issue.message;
}

/** What else a search for these words finds, with the groups of a text and the built-in ones. */
export function alsoFound(text: string, searched: string): string[] {
  const synonyms = createSearchSynonyms(groupsFrom(text));
  return synonyms.of(phraseWords(searched)).map(({ words }) => words.join(' '));
}
