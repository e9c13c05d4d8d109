import { createHmac, timingSafeEqual } from 'node:crypto';

/** An id for a link in an e-mail, with a signature of `text`, which says what the link does. */
export function signedToken(key: Buffer, id: string, text: string): string {
  return `${id}.${signatureOf(key, text).toString('base64url')}`;
}

/** The id that a token names, not yet to be trusted. */
export function namedId(token: string): string {
  return token.split('.')[0] ?? '';
}

/** Whether it was made by `signedToken` of this text. */
export function isSigned(key: Buffer, token: string, text: string): boolean {
  const given = Buffer.from(token.split('.')[1] ?? '', 'base64url');
  const right = signatureOf(key, text);
  return given.length === right.length && timingSafeEqual(given, right);
}

function signatureOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
