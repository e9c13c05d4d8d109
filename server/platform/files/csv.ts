/** What a spreadsheet would take for a formula, and the breaks and blanks that it would pass over before one. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}/u;

/** Before the first row, so that a spreadsheet reads UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * A row of CSV by RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it,
 * since the words of these files come from strangers too.
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = formulaStart.test(text) ? `'${text}` : text;
  // Some spreadsheets part cells at semicolons or tabs, whatever the file says.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
