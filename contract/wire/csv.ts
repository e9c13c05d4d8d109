/** What a spreadsheet would take for a formula, after any line breaks and blanks that it would skip. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}/u;

/** Written before the first row, so that a spreadsheet reads UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * A row of CSV (RFC 4180). Prefixes what a spreadsheet would take for a formula with an apostrophe, because
 * these files contain text from strangers.
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Whether a spreadsheet would take a text for a formula. */
export function startsFormula(text: string): boolean {
  return formulaStart.test(text);
}

function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = startsFormula(text) ? `'${text}` : text;
  // Some spreadsheets split cells at semicolons or tabs as well.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
