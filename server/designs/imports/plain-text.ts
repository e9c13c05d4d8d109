/** Turns plain text into HTML: an empty line separates paragraphs, a single line break stays one. */
export function plainParagraphs(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .split(/(?:\r?\n[ \t]*){2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

/** The most characters read of a line. */
const lineLength = 1000;

/**
 * Makes one line without control characters, with spaces collapsed. Cuts a longer text first, because
 * normalizing many combining characters takes quadratic time.
 */
export function plainLine(text: string): string {
  return text
    .slice(0, lineLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
