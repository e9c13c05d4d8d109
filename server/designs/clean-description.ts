import sanitizeHtml from 'sanitize-html';
import { arrangeDescription } from '#contract/shop/arrange-description.ts';
import {
  descriptionLimits,
  descriptionTags,
  isLinkAddress,
  linkAttribute,
} from '#contract/shop/description-html.ts';
import { arrangedTags, isUndone, tagsWithoutText } from '#contract/shop/description-nodes.ts';
import { readDescription, writeDescription } from './description-text.ts';

const options: sanitizeHtml.IOptions = {
  allowedTags: [...arrangedTags],
  allowedAttributes: { [descriptionTags.link]: [linkAttribute] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: [...tagsWithoutText],
  // Removes deeper tags and keeps their text, because an editor or browser runs out of stack before a parser does.
  nestingLimit: 100,
  transformTags: {
    b: unlessUndone,
    i: unlessUndone,
    [descriptionTags.link]: (tagName, { [linkAttribute]: given = '' }) => {
      const address = given.trim();
      return { tagName, attribs: isLinkAddress(address) ? { [linkAttribute]: address } : {} };
    },
  },
};

/** Where something stands between words that a description has no place for: a picture, a film, a form's field. */
const between =
  /(?=<\/?(?:img|picture|video|audio|iframe|object|embed|canvas|svg|button|input|select|textarea)\b)/gi;

function unlessUndone(tagName: string, { style = '' }: sanitizeHtml.Attributes) {
  return { tagName: isUndone(tagName, style) ? 'span' : tagName, attribs: {} };
}

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
  const apart = html.replace(between, ' ');
  return writeDescription(arrangeDescription(readDescription(sanitizeHtml(apart, options)))).trim();
}
