import { isForSpreadsheet, isRewritten } from '../spreadsheet-text.ts';

/** Whether a spreadsheet would change a text. Some take an apostrophe at its beginning for their own. */
const isChanged = (text: string) => text.startsWith("'") || isForSpreadsheet(text);

/**
 * A text as a cell that a spreadsheet doesn't change: behind an apostrophe. Excel and LibreOffice keep it, Gnumeric
 * removes it and keeps the text.
 */
export function guardedText(text: string): string {
  return isChanged(text) ? `'${text}` : text;
}

/** The text of a cell that {@link guardedText} wrote, also if a spreadsheet has removed the apostrophe. */
export function plainText(cell: string): string {
  return cell.startsWith("'") && isChanged(cell.slice(1)) ? cell.slice(1) : cell;
}

/**
 * Whether nobody edited a cell that was exported with `text`: it is as it was, or a spreadsheet rewrote it. LibreOffice
 * loses tabs.
 */
export function isUnedited(cell: string, text: string): boolean {
  const read = plainText(cell);
  return (
    [text, text.replaceAll('\t', '')].some((one) => cell === one || read === one) ||
    isRewritten(read, text)
  );
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
