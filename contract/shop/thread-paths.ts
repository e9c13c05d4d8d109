import { orderPath, ownRequestPath, requestLinkPath } from './own-paths.ts';
import { paths, productPath } from './paths.ts';
import { contactId, type ThreadKind } from './thread.ts';

/** The page that shows messages about a design to anybody who has its mail. */
export function threadLinkPath(token: string): string {
  return `${paths.customRequest.path}#messages=${token}`;
}

/** A picture of a message. Needs its buyer's session, or the token of the thread's link in `requestTokenHeader`. */
export function messagePicturePath(pictureId: string): string {
  return `/api/message-pictures/${pictureId}`;
}

/** The page with the messages about something, or with a review of the account; `token`: that of its mailed link. */
export function aboutPath(about: {
  readonly kind: ThreadKind | 'review';
  readonly id: string;
  readonly token?: string;
}): string {
  const { kind, id, token } = about;
  if (kind === 'review') return paths.myOrders.path;
  if (kind === 'order') return orderPath(id);
  if (kind === 'design' && token !== undefined) return threadLinkPath(token);
  if (kind === 'design') return id === contactId ? paths.contact.path : productPath(id);
  return token === undefined ? ownRequestPath(id) : requestLinkPath(token);
}
