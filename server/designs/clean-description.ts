import sanitizeHtml from 'sanitize-html';
import {
  descriptionLimits,
  descriptionTags,
  isLinkAddress,
  linkAttribute,
} from '#contract/shop/description-html.ts';

/** Elements whose content isn't part of a description's text; it is removed with them. */
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
  // Removes deeper tags and keeps their text, because an editor or browser runs out of stack before a parser does.
  nestingLimit: 32,
  transformTags: {
    [descriptionTags.link]: (tagName, { [linkAttribute]: given = '' }) => {
      const address = given.trim();
      return { tagName, attribs: isLinkAddress(address) ? { [linkAttribute]: address } : {} };
    },
  },
};

/**
 * Removing a tag can leave elements nested as no browser would nest them; the next pass separates them. A
 * clean description takes one pass.
 */
const maxPasses = 5;

/**
 * Cleans the HTML of a description for the database; every write of a product uses this (OP-30). The page
 * cleans it again, so that neither has to trust the other.
 * @throws RangeError for more than `descriptionLimits.raw` characters; callers refuse those first
 */
export function cleanDescription(html: string): string {
  if (html.length > descriptionLimits.raw) throw new RangeError('The description is too long.');
  let cleaned = html;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = cleaned;
    cleaned = cleanOnce(before);
    if (cleaned === before) break;
  }
  return cleaned;
}

function cleanOnce(html: string): string {
  // Text never contains `<br />`, because its `<` is escaped. Editor and browser write a line break without the slash.
  return sanitizeHtml(html, options).replaceAll('<br />', '<br>').trim();
}
