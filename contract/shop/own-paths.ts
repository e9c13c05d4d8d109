import type { MailNewsKind } from './mail-news.ts';
import { fillPath, paths } from './paths.ts';

/** Paths of what an account has, and of the links in its e-mails. The first screen of the shop needs none of them. */

/** The page that ends a kind of e-mails: a document of the server, since mail programs press it, too. */
export const stopMailsRoute = '/api/unsubscribe';

export function stopMailsPath(news: MailNewsKind, token: string): string {
  return `${stopMailsRoute}?news=${news}&token=${token}`;
}

/** The page that confirms a wish for news from the studio: a document of the server, too. */
export const confirmNewsRoute = '/api/confirm-news';

export function confirmNewsPath(token: string): string {
  return `${confirmNewsRoute}?token=${token}`;
}

/**
 * The screen that ends e-mails about new designs, as e-mails of earlier versions link it. Nothing after # is sent to a
 * server, so the token is never logged.
 */
export function unsubscribePath(token: string): string {
  return `${paths.search.path}?unsubscribe#token=${token}`;
}

/** The token in such a screen's URL, from its query and fragment. Null for another screen, empty if the token is missing. */
export function tokenInUrl(
  screen: 'undo-email' | 'unsubscribe' | 'colleague',
  search: string,
  hash: string,
): string | null {
  if (!new URLSearchParams(search).has(screen)) return null;
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}

/** A request header: the token of a link to a custom request. */
export const requestTokenHeader = 'Request-Token';

/** The page of one of the account's custom requests. */
export function ownRequestPath(requestId: string): string {
  return fillPath(paths.myRequest.path, { id: requestId });
}

/** The page that shows a custom request to anybody who has its mail. Nothing after # is sent to a server, so the token is never logged. */
export function requestLinkPath(token: string): string {
  return `${paths.customRequest.path}#token=${token}`;
}

/** A picture of a custom request. Needs its owner's session, or the token of its link in `requestTokenHeader`. */
export function requestPicturePath(pictureId: string): string {
  return `/api/custom-orders/pictures/${pictureId}`;
}

/** A preview of a delivered custom design. Needs its buyer's session. */
export function deliveredPicturePath(pictureId: string): string {
  return `/api/custom-orders/deliveries/${pictureId}`;
}

/** The order list with one order's details open. */
export function orderPath(orderId: string): string {
  return `${paths.myOrders.path}?order=${encodeURIComponent(orderId)}`;
}

/** The same, with the files of one design first. */
export function boughtFilesPath(orderId: string, productId: string): string {
  return `${orderPath(orderId)}&design=${encodeURIComponent(productId)}`;
}

/** The licence of one bought item (OP-71). */
export function itemLicencePath(orderId: string, itemId: string): string {
  return fillPath(paths.itemLicence.path, { order: orderId, item: itemId });
}

/** Stable address of a bought file, or of an item's whole ZIP. Needs the owner's session (OP-21). */
export function downloadPath(orderId: string, itemId: string, file?: number): string {
  return `/api/orders/${orderId}/items/${itemId}/download${file === undefined ? '' : `/${file}`}`;
}

/** The screen that undoes a change of e-mail (OP-71). Nothing after # is sent to a server, so the token is never logged. */
export function undoEmailPath(token: string): string {
  return `${paths.forgotPassword.path}?undo-email#token=${token}`;
}
