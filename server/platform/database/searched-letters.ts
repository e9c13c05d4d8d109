import { foldText, isAscii } from '#contract/wire/fold-text.ts';

/** The characters that names are written with; ideographs and syllables, which have no plainer form, are left out. */
const written = [
  [0x01, 0x33ff],
  [0xa4d0, 0xabff],
  [0xf900, 0xffff],
] as const;

let letters: ReadonlyMap<string, string> | undefined;

/**
 * What the studio's search has instead of each character: as `foldText`. Databases
 * have a copy of it; whoever changes it copies it there again, with a migration that also renews the stored texts.
 */
export function searchedLetters(): ReadonlyMap<string, string> {
  letters ??= new Map(
    written
      .flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)),
      )
      .map((letter) => [letter, foldText(letter)] as const)
      .filter(([letter, plain]) => letter !== plain),
  );
  return letters;
}

/** What the search compares instead of a text: without case, accents and apostrophes, in letters of an English keyboard. */
export function searchForm(text: string): string {
  if (isAscii(text)) return foldText(text);
  const plain = searchedLetters();
  return text.replace(/./gsu, (letter) => plain.get(letter) ?? letter);
}
