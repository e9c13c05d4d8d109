import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MailNewsKind } from '#contract/shop/mail-news.ts';
import { stopMailsPath } from '#contract/shop/paths.ts';

/** The path in an e-mail that ends its kind of e-mails for an account. It does nothing else and doesn't expire. */
export function endingPath(key: Buffer, news: MailNewsKind, accountId: string): string {
  return stopMailsPath(news, makeUnsubscribeToken(key, accountId, news));
}

/** The token of such a path. */
export function makeUnsubscribeToken(
  key: Buffer,
  accountId: string,
  news: MailNewsKind = 'newDesigns',
): string {
  return `${accountId}.${sign(key, accountId, news).toString('base64url')}`;
}

/** The account of a token made by `makeUnsubscribeToken` for this kind; null for any other text. */
export function unsubscribedAccount(
  key: Buffer,
  token: string,
  news: MailNewsKind = 'newDesigns',
): string | null {
  const [accountId = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = sign(key, accountId, news);
  return given.length === right.length && timingSafeEqual(given, right) ? accountId : null;
}

/** For new designs it doesn't name the kind, because the first links didn't. */
function sign(key: Buffer, accountId: string, news: MailNewsKind): Buffer {
  const kind = news === 'newDesigns' ? '' : `\n${news}`;
  return createHmac('sha256', key).update(`unsubscribe\n${accountId}${kind}`).digest();
}
