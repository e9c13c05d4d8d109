import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token of the link that ends an account's e-mails about new designs. It does nothing else and doesn't expire. */
export function makeUnsubscribeToken(key: Buffer, accountId: string): string {
  return `${accountId}.${sign(key, accountId).toString('base64url')}`;
}

/** The account of a token made by `makeUnsubscribeToken`; null for any other text. */
export function unsubscribedAccount(key: Buffer, token: string): string | null {
  const [accountId = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = sign(key, accountId);
  return given.length === right.length && timingSafeEqual(given, right) ? accountId : null;
}

function sign(key: Buffer, accountId: string): Buffer {
  return createHmac('sha256', key).update(`unsubscribe\n${accountId}`).digest();
}
