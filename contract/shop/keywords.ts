import * as v from 'valibot';

/**
 * What a design is searched by besides its title: what it shows, what it is for, how it is drawn and its main
 * colours. The studio edits them; importers derive them from tags.
 */

/** Lower-case words or short phrases of each kind, most important first. */
export const keywordsSchema = v.object({
  motif: v.array(v.string()),
  occasion: v.array(v.string()),
  style: v.array(v.string()),
  color: v.array(v.string()),
});
export type Keywords = v.InferOutput<typeof keywordsSchema>;

export const noKeywords: Keywords = { motif: [], occasion: [], style: [], color: [] };

export const keywordKinds = ['motif', 'occasion', 'style', 'color'] as const;
export type KeywordKind = (typeof keywordKinds)[number];

/** Builds a record with one value per kind. */
export function byKind<T>(of: (kind: KeywordKind) => T): Record<KeywordKind, T> {
  return { motif: of('motif'), occasion: of('occasion'), style: of('style'), color: of('color') };
}

/** Words as they are stored: trimmed, lower case, without duplicates or empty ones. */
export function tidyWords(words: readonly string[]): string[] {
  const tidy = words.map((word) =>
    word.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase(),
  );
  return [...new Set(tidy)].filter(Boolean);
}
