import { pageDataId } from '#contract/shop/page-data.ts';
import { paths } from '#contract/shop/paths.ts';

/**
 * Whether going to `to` needs a document load. The payment provider's script needs a security policy of its
 * own, and a policy applies to a whole document. So only a document loaded as /checkout may show it and the
 * /order-success it leads to; every other step in or out loads a document.
 */
export function needsDocumentLoad(isCheckoutDocument: boolean, to: string): boolean {
  const pathname = to.split(/[?#]/, 1)[0]?.replace(/(.)\/$/, '$1') ?? '';
  if (pathname === paths.checkout.path) return !isCheckoutDocument;
  return isCheckoutDocument && pathname !== paths.orderSuccess.path;
}

/** Whether this document has the checkout's policy, which depends on the URL it was loaded as. */
export const isCheckoutDocument =
  typeof location !== 'undefined' && location.pathname.replace(/\/$/, '') === paths.checkout.path;

/**
 * Whether this checkout is the worker's offline shell, opened while the shop was unreachable. It lacks the
 * policy that paying needs.
 */
export const isShellCheckout = (): boolean =>
  isCheckoutDocument && !document.querySelector(`script#${pageDataId}`);
