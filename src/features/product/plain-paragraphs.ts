import { descriptionLine } from '#contract/shop/description-html.ts';

/**
 * The plain text of a description's HTML, one string per block. Shown at about the same size until the
 * sanitiser has loaded, and only ever as text.
 */
export function plainParagraphs(html: string): string[] {
  return html
    .split(/<\/(?:p|li|h3|ul|ol)>|<br\s*\/?>/i)
    .map(descriptionLine)
    .filter(Boolean);
}
