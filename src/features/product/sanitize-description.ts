import DOMPurify, { type Config } from 'dompurify';
import { arrangeDescription } from '#contract/shop/arrange-description.ts';
import { descriptionLimits, linkAttribute } from '#contract/shop/description-html.ts';
import { arrangedTags } from '#contract/shop/description-nodes.ts';
import { descriptionFragment, descriptionNodes } from './description-dom.ts';

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;

/** The part of the browser's Trusted Types used here; not every browser has them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      createHTML: (html: string) => string;
      createScriptURL: (url: string) => string;
    },
  ): Policy;
}

/**
 * Where Trusted Types are enforced, parsing HTML needs a policy. Only DOMPurify receives this one, and only
 * to parse what it is about to sanitise, in a document that runs no scripts.
 */
const policy = (window as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'pinwheel-html',
  {
    createHTML: (html) => html,
    createScriptURL: () => {
      throw new TypeError('A description loads no script');
    },
  },
);

const config = {
  ALLOWED_TAGS: [...arrangedTags],
  ALLOWED_ATTR: [linkAttribute],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
  ...(policy && { TRUSTED_TYPES_POLICY: policy }),
};

/**
 * A description's HTML as nodes that run no scripts and load nothing (OP-30). The server has already
 * sanitised it; the page doesn't rely on that. Text beyond `descriptionLimits.raw` is never parsed.
 */
export function sanitizeDescription(html: string): DocumentFragment {
  const sanitized = DOMPurify.sanitize(html.slice(0, descriptionLimits.raw), config);
  return arrangedDescription(sanitized);
}

/** What a description has of any part of a document, as new nodes: boxes as paragraphs, tables as lists. */
export function arrangedDescription(part: Node): DocumentFragment {
  return descriptionFragment(arrangeDescription(descriptionNodes(part)));
}
