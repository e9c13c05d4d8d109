import { withoutTags } from '#contract/shop/description-html.ts';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/**
 * The plain text of a description's HTML, one string per block. Shown at about the same size until the
 * sanitiser has loaded, and only ever as text.
 */
export function plainParagraphs(html: string): string[] {
  return html
    .split(/<\/(?:p|li|h3|ul|ol)>|<br\s*\/?>/i)
    .map((block) =>
      withoutTags(block, '')
        .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
}
