// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII starts with them.
const ascii = /^[\x00-\x7f]*$/;

/** Whether a text has English letters, digits and signs only, which are compared many times faster. */
export const isAscii = (text: string): boolean => ascii.test(text);

/** The apostrophes of keyboards and programs. Compatible letters, such as ŉ, become some of them. */
const apostrophes = /['’‘‛ʼ`´′＇]/g;

/** Letters that Unicode doesn't take for a plain one with a mark, and the sigma that ends a Greek word. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};
const foldedLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/**
 * A text as searches and sort orders compare it: lower-case, without accents and apostrophes, and with the letters of
 * an English keyboard where these are usually typed instead. `Café` becomes `cafe`, `Łódź` `lodz`, `Mother’s` `mothers`.
 */
export function foldText(text: string): string {
  const plain = text.replace(apostrophes, '').toLowerCase();
  if (isAscii(plain)) return plain;
  return plain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(apostrophes, '')
    .toLowerCase()
    .replace(foldedLetters, (letter) => plainLetters[letter] ?? letter);
}
