import sanitizeHtml from 'sanitize-html';
import {
  descriptionLimits,
  descriptionTags,
  isLinkAddress,
  linkAttribute,
} from '#contract/shop/description-html.ts';

/** Elements whose content is not text of a description; it goes with them. */
const elementsWithoutText = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'noembed'],
  ...['noframes', 'xmp', 'title', 'textarea', 'select', 'option', 'video', 'audio'],
];

const options: sanitizeHtml.IOptions = {
  allowedTags: Object.values(descriptionTags),
  allowedAttributes: { [descriptionTags.link]: [linkAttribute] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: elementsWithoutText,
  // Deeper tags go and their text stays: an editor or a browser runs out of stack before a parser does.
  nestingLimit: 32,
  transformTags: {
    [descriptionTags.link]: (tagName, { [linkAttribute]: given = '' }) => {
      const address = given.trim();
      return { tagName, attribs: isLinkAddress(address) ? { [linkAttribute]: address } : {} };
    },
  },
};

/**
 * A tag that is removed can leave elements inside each other that no browser would nest, and the next
 * pass takes them apart. What is clean takes one pass.
 */
const mostPasses = 5;

/**
 * The HTML of a description as it goes into the database: every write of a product goes through
 * here (OP-30). The page cleans it again, so neither trusts the other.
 * @throws RangeError for more than `descriptionLimits.raw` characters; callers refuse those first.
 */
export function cleanDescription(html: string): string {
  if (html.length > descriptionLimits.raw) throw new RangeError('The description is too long.');
  let cleaned = html;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const before = cleaned;
    cleaned = cleanOnce(before);
    if (cleaned === before) break;
  }
  return cleaned;
}

function cleanOnce(html: string): string {
  // Text never contains this: its `<` is escaped. Editor and browser write a line break without slash.
  return sanitizeHtml(html, options).replaceAll('<br />', '<br>').trim();
}
