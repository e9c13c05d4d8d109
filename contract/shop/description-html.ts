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

const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Undoes HTML escaping: the references that escaping writes, and numeric ones. Sanitized HTML has no others, because
 * the sanitizer writes every other character as itself.
 */
export function unescapeHtml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g,
    (reference, ...groups) => {
      const [decimal, hex, name] = groups as (string | undefined)[];
      if (name !== undefined) return references[name] ?? reference;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : reference;
    },
  );
}

const inlineTags = [descriptionTags.strong, descriptionTags.em, descriptionTags.link];
const inlineTag = new RegExp(`</?(?:${inlineTags.join('|')})(?:\\s[^<>]*)?>`, 'g');

/**
 * The text of a description, for sanitized HTML: to search and summarize, never as HTML. Words of neighbouring
 * blocks stay apart; letters that are set in bold stay in their word.
 */
export function descriptionText(html: string): string {
  return unescapeHtml(html.replace(inlineTag, '').replace(/<[^<>]*>/g, ' '));
}

/** The text of a description on one line. */
export function descriptionLine(html: string): string {
  return descriptionText(html).replace(/\s+/g, ' ').trim();
}

/**
 * Maximum lengths of a description's HTML, in characters. `stored` applies after sanitizing. `raw` applies
 * before it, because exports of other shops carry classes and styles that sanitizing removes. Longer text is
 * refused unread: the time to parse deeply nested tags grows faster than the text.
 */
export const descriptionLimits = { stored: 20_000, raw: 60_000 } as const;
