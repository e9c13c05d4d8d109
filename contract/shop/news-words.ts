/**
 * What a buyer who asks for news agrees to. Each consent keeps its words, so a new version is added in front, and the
 * earlier ones stay for pages that still show them.
 */
export const newsWords = [
  'E-mail me news from the studio: new designs, sales, and designs left in my cart. I can unsubscribe at any time.',
] as const;

/** The words to show. */
export const wordsOfNews: string = newsWords[0];

export function isNewsWords(words: string): boolean {
  return newsWords.some((known) => known === words);
}
