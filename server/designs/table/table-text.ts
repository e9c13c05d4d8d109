import { startsFormula } from '#contract/wire/csv.ts';

/** What a spreadsheet would take for a number or a date, and write in another way. */
const numberLike = /^[\d\s.,:/eE+-]+$/;

/** Whether a spreadsheet would change a text. */
const isChanged = (text: string) => startsFormula(text) || numberLike.test(text);

/**
 * A text as a cell that a spreadsheet doesn't change: formulas, numbers and dates begin with an apostrophe. A
 * text that has apostrophes of its own there gets one more, so that reading removes exactly the added one.
 */
export function guardedText(text: string): string {
  return isChanged(text.replace(/^'+/, '')) ? `'${text}` : text;
}

/** The text of a cell that {@link guardedText} wrote, also if a spreadsheet has removed the apostrophe. */
export function plainText(cell: string): string {
  return cell.startsWith("'") && isChanged(cell.replace(/^'+/, '')) ? cell.slice(1) : cell;
}

const listSeparator = ';';

/** A list in a cell: `Fox; Moon`. */
export function listText(words: readonly string[]): string {
  return words.join(`${listSeparator} `);
}

export function wordsOf(text: string): string[] {
  return text
    .split(listSeparator)
    .map((word) => word.trim())
    .filter(Boolean);
}
