/**
 * The HTML tags allowed in a design's description, by the editor's name for them. The sanitizers on server
 * and page and the studio's editor all use these lists.
 */
export const descriptionTags = {
  paragraph: 'p',
  heading: 'h3',
  bulletList: 'ul',
  numberedList: 'ol',
  listItem: 'li',
  lineBreak: 'br',
  strong: 'strong',
  em: 'em',
  link: 'a',
} as const;

/** The only attribute allowed in a description: a link's address. */
export const linkAttribute = 'href';

/** Allowed link targets: absolute web addresses and mailboxes, without characters special in HTML. */
const linkAddress = /^(?:https?:\/\/|mailto:)[^\s"'<>`\\]+$/i;

/** The maximum length of an address; longer ones are not links. */
const linkLength = 2000;

/** Whether a description may link to this address. Any other link loses its address but keeps its text. */
export function isLinkAddress(address: string): boolean {
  return address.length <= linkLength && linkAddress.test(address);
}

/** Replaces each tag of a description with `between`. For sanitized HTML, to search and summarize. */
export function withoutTags(html: string, between: string): string {
  return html.replace(/<[^<>]*>/g, between);
}

/**
 * Maximum lengths of a description's HTML, in characters. `stored` applies after sanitizing. `raw` applies
 * before it, because exports of other shops carry classes and styles that sanitizing removes. Longer text is
 * refused unread: the time to parse deeply nested tags grows faster than the text.
 */
export const descriptionLimits = { stored: 20_000, raw: 60_000 } as const;
