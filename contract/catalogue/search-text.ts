import { foldText, isAscii } from '../wire/fold-text.ts';

/** How many words of a text are searched for. Nobody needs more to find a design, and each costs time. */
export const maxWords = 10;

/** Words that are ignored if the text has others. */
const fillers = new Set(
  `
  a an and by for in of on or the to with
  about am any anything are as at be but can could do else everything from get give got has have her hi his how id im instead is it its just like look
  looking make makes making me more my need only other our please rather she show so some somebody someone something than that their them
  these they this those too very want wanted we what which would you your
  `
    .trim()
    .split(/\s+/),
);

/** The words of a text in order, folded. */
export function wordsOf(text: string): string[] {
  const folded = foldText(text);
  return folded.match(isAscii(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

const isTelling = (word: string) => word.length > 1 && !fillers.has(word);

/**
 * The distinct words to search for. A single letter counts only if there is no longer word, and then only the
 * first: nearly every design has a word that starts with it.
 */
export function queryWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const longer = words.filter((word) => word.length > 1);
  if (longer.length === 0) return words.slice(0, 1);
  const telling = longer.filter(isTelling);
  return (telling.length > 0 ? telling : longer).slice(0, maxWords);
}

/** The query words of a text as often as it has them, plus single letters in their places: `t rex` is not `rex`. */
export function phraseWords(text: string): string[] {
  const words = wordsOf(text);
  return phrasePlaces(text).map((place) => words[place] ?? '');
}

/** The places of the phrase words among all words of a text. */
export function phrasePlaces(text: string): number[] {
  const looked = new Set(queryWords(text));
  return wordsOf(text).flatMap((word, place) =>
    looked.has(word) || (word.length === 1 && !fillers.has(word)) ? [place] : [],
  );
}

/** The words of a text that is being typed: the last one as it is, and the significant ones before it. */
export function typedWords(text: string): string[] {
  const words = wordsOf(text);
  return words.filter((word, place) => place === words.length - 1 || isTelling(word));
}
