const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Undoes the HTML escaping of the five special characters. */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => references[reference] ?? '');
}

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
