import { paths } from './paths.ts';

const key = 'request';

/** The checkout that pays what is due for a custom request. */
export function quotedCheckoutPath(requestId: string): string {
  return `${paths.checkout.path}?${key}=${requestId}`;
}

/** The custom request that the checkout's address names; null: it is about the cart. */
export function quotedRequestId(search: string): string | null {
  return new URLSearchParams(search).get(key);
}
