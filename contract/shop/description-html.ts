/**
 * The HTML tags that a design's description may use, by what the editor calls them. The sanitizer
 * on the server, the one on the page and the studio's editor all read their lists from here.
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

/** The only attribute of a description: the address of a link. */
export const linkAttribute = 'href';

/** Where a link may lead: the web or a mailbox, written out and without characters that HTML uses. */
const linkAddress = /^(?:https?:\/\/|mailto:)[^\s"'<>`\\]+$/i;

/** Addresses longer than this are no links. */
const linkLength = 2000;

/** Whether a description may link to this address. Any other link loses its address and stays as text. */
export function isLinkAddress(address: string): boolean {
  return address.length <= linkLength && linkAddress.test(address);
}

/** A description without its tags; each leaves `between`. Meant for cleaned HTML, to search and to summarize. */
export function withoutTags(html: string, between: string): string {
  return html.replace(/<[^<>]*>/g, between);
}

/**
 * Lengths of a description's HTML in characters. `stored` is after cleaning. `raw` is before it: other
 * shops' exports carry classes and styles that cleaning removes. Longer text is refused unread, since
 * parsing deeply nested tags takes longer than their text grows.
 */
export const descriptionLimits = { stored: 20_000, raw: 60_000 } as const;
