import DOMPurify, { type Config } from 'dompurify';
import { allowedMarks, rewriteDescription } from '#contract/rewrite-description.ts';

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;

/** The part of the browser's Trusted Types that is used here; not every browser has them. */
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
 * Parsing HTML needs a policy where Trusted Types are enforced. Only DOMPurify gets hold of this
 * one, and only to read what it is about to clean in a document that runs nothing.
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
  ALLOWED_TAGS: [...allowedMarks],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
  ...(policy && { TRUSTED_TYPES_POLICY: policy }),
};

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName === 'A') element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** A description's HTML as nodes that can do no harm (OP-30): written anew, then purified. */
export function sanitizeDescription(html: string): DocumentFragment {
  return DOMPurify.sanitize(rewriteDescription(html), config);
}
