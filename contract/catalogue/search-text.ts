/** How many words of a text count: nobody types more to find a design, and each costs time. */
const mostWords = 10;

/** Words that say nothing of a design, where a text has others. */
const fillers = new Set([
  'a',
  'an',
  'and',
  'by',
  'for',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const ascii = /^[\x00-\x7f]*$/;

/** A text in lower case without accents and apostrophes: `Café` and `cafe` are alike, so are `mother's` and `mothers`. */
export function foldText(text: string): string {
  const plain = ascii.test(text) ? text : text.normalize('NFKD').replace(/\p{M}|’/gu, '');
  return plain.toLowerCase().replaceAll("'", '');
}

/** The words of a text, folded, in order. */
export function wordsOf(text: string): string[] {
  const folded = foldText(text);
  return folded.match(ascii.test(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

const isTelling = (word: string) => word.length > 1 && !fillers.has(word);

/**
 * The words to look for in what somebody typed, each once. A single letter counts only where there
 * is nothing longer, and only the first: nearly everything has a word that begins with it.
 */
export function queryWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const longer = words.filter((word) => word.length > 1);
  if (longer.length === 0) return words.slice(0, 1);
  const telling = longer.filter(isTelling);
  return (telling.length > 0 ? telling : longer).slice(0, mostWords);
}

/** The query words of a text with its single letters in their places: `t rex` is not `rex`. */
export function phraseWords(text: string): string[] {
  const looked = new Set(queryWords(text));
  const words = [...new Set(wordsOf(text))];
  return words.filter((word) => looked.has(word) || (word.length === 1 && !fillers.has(word)));
}

/** The words of a text that is still being typed: the last as it is, before it those that say something of a design. */
export function typedWords(text: string): string[] {
  const words = wordsOf(text);
  return words.filter((word, place) => place === words.length - 1 || isTelling(word));
}
