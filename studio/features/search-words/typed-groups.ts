import * as v from 'valibot';
import { createSearchSynonyms } from '#contract/catalogue/search-synonyms.ts';
import { phraseWords } from '#contract/catalogue/search-text.ts';
import { tidyWords } from '#contract/shop/keywords.ts';
import { type Synonyms, splitWords, typedSynonymsSchema } from '#contract/studio/keywords.ts';

/** Groups as a text: one a line, commas between the words. */
export function textOf(synonyms: Synonyms): string {
  return synonyms.map((group) => group.join(', ')).join('\n');
}

/** The groups of a text, each with its line counted from 1. Lines without words are passed over. */
function linesOf(text: string): { readonly line: number; readonly group: string[] }[] {
  return text
    .split('\n')
    .map((line, place) => ({ line: place + 1, group: tidyWords(splitWords(line)) }))
    .filter(({ group }) => group.length > 0);
}

export function groupsFrom(text: string): string[][] {
  return linesOf(text).map(({ group }) => group);
}

/** What is wrong with a text and in which line; null: nothing. */
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

/** What else a search for these words finds, by the groups of a text and those that every shop has. */
export function alsoFound(text: string, searched: string): string[] {
  const synonyms = createSearchSynonyms(groupsFrom(text));
  return synonyms.of(phraseWords(searched)).map(({ words }) => words.join(' '));
}
