import { type DocumentSource, pageDataId } from '#contract/shop/page-data.ts';
import { paths } from '#contract/shop/paths.ts';

/**
 * The payment provider's script needs a security policy of its own, and a policy belongs to a
 * document. So only a document loaded as /checkout may show it, and the /order-success it leads
 * to; every other step in or out is a document load.
 */
export function needsDocumentLoad(isCheckoutDocument: boolean, to: string): boolean {
  const pathname = to.split(/[?#]/, 1)[0]?.replace(/(.)\/$/, '$1') ?? '';
  if (pathname === paths.checkout.path) return !isCheckoutDocument;
  return isCheckoutDocument && pathname !== paths.orderSuccess.path;
}

/** Whether this document carries the checkout's policy: what it was loaded as decides. */
export const isCheckoutDocument =
  typeof location !== 'undefined' && location.pathname.replace(/\/$/, '') === paths.checkout.path;

/**
 * Whether this checkout is the worker's shell: opened while the shop could not be reached, it has
 * not the policy that paying needs.
 */
export const isShellCheckout = (): boolean =>
  isCheckoutDocument &&
  document.getElementById(pageDataId)?.dataset.source !== ('shop' satisfies DocumentSource);
