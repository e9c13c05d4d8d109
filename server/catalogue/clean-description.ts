import { rewriteDescription } from '#contract/rewrite-description.ts';

/**
 * A description as it goes into the database: every writer of products takes this way (OP-30).
 * The page cleans it once more, so that neither trusts the other.
 */
export function cleanDescription(html: string): string {
  return rewriteDescription(html).trim();
}
