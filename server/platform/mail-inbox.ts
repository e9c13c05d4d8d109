import * as v from 'valibot';
import { emailPattern } from '#contract/wire/fields.ts';
import { addressOf } from './address-of.ts';

const imap = /^imaps?:\/\//;
const imapForm =
  'must be an address such as imaps://name:password@mail.example/INBOX, with / # ? and @ in name and password written as %2F %23 %3F %40';

/** The address of a mailbox. What a password has to have encoded would cut it short, or make it unreadable. */
export const mailInboxUrl = v.pipe(
  v.string(),
  v.regex(imap, 'must begin with imap:// or imaps://'),
  v.check((text) => {
    const address = URL.parse(text);
    return !imap.test(text) || (!!address?.hostname && !!address.username && address.hash === '');
  }, imapForm),
  v.check((text) => {
    const { username = '', password = '', pathname = '' } = URL.parse(text) ?? {};
    return [username, password, pathname].every(isDecodable);
  }, imapForm),
);

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A mailbox on an IMAP server. */
export interface MailInbox {
  readonly host: string;
  readonly port: number;
  /** TLS from the beginning; otherwise it begins when the server offers it. */
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
  /** The address that mails for it are sent to. */
  readonly address: string;
}

/** The mailbox at an address that is right. */
export function inboxFrom(text: string, mailFrom: string): MailInbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const isSecure = protocol === 'imaps:';
  const user = decodeURIComponent(username);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 993 : 143) : Number(port),
    isSecure,
    user,
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    address: emailPattern.test(user) ? user : addressOf(mailFrom),
  };
}
