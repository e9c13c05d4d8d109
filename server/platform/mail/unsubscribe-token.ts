import type { MailNewsKind } from '#contract/shop/mail-news.ts';
import { stopMailsPath } from '#contract/shop/own-paths.ts';
import { isSigned, namedId, signedToken } from './signed-token.ts';

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
  return signedToken(key, accountId, signedText(accountId, news));
}

/** The account of a token made by `makeUnsubscribeToken` for this kind; null for any other text. */
export function unsubscribedAccount(
  key: Buffer,
  token: string,
  news: MailNewsKind = 'newDesigns',
): string | null {
  const accountId = namedId(token);
  return isSigned(key, token, signedText(accountId, news)) ? accountId : null;
}

/** For new designs it doesn't name the kind, because the first links didn't. */
function signedText(accountId: string, news: MailNewsKind): string {
  const kind = news === 'newDesigns' ? '' : `\n${news}`;
  return `unsubscribe\n${accountId}${kind}`;
}
