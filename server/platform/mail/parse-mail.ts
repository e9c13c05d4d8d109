import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime';
import { ownWords } from './own-words.ts';
import { textOfHtml } from './text-of-html.ts';

/** A mail as it arrived. Nothing in it is to be trusted. */
export interface ReceivedMail {
  /** Null: it has none. */
  readonly messageId: string | null;
  /** Null: nobody, or several. */
  readonly from: string | null;
  /** A program sent it: an absence note, a list, or that a mail couldn't be delivered. */
  readonly isAutomatic: boolean;
  /** What its sender wrote, without what is quoted. */
  readonly text: string;
  /** There is more text, which may be its sender's too. */
  readonly hasMore: boolean;
  readonly attachments: readonly {
    readonly name: string;
    readonly type: string;
    readonly bytes: Uint8Array;
  }[];
}

const maxAttachments = 50;
/** More isn't read: an answer stands at the beginning, or below a mail of the shop. */
const maxText = 200_000;

/** @throws if it isn't a mail, or one with too many parts */
export async function parseMail(bytes: Uint8Array): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(bytes, {
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
    forceRfc822Attachments: true,
  });
  const plain = mail.text?.trim() ? mail.text : '';
  const html = plain === '' ? (mail.html ?? '') : '';
  const text = plain || textOfHtml(html.slice(0, maxText));
  const { words, hasMore } = ownWords(text.slice(0, maxText));
  return {
    messageId: mail.messageId ?? null,
    from: senderOf(mail),
    isAutomatic: isAutomatic(mail),
    text: words,
    hasMore: hasMore || Math.max(text.length, html.length) > maxText,
    attachments: mail.attachments.slice(0, maxAttachments).map(attached),
  };
}

function senderOf({ headers }: Email): string | null {
  const senders = headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }));
  const [one, another] = senders;
  return another === undefined && one?.address ? one.address : null;
}

/** RFC 3834, and what programs say that don't follow it. */
function isAutomatic({ headers }: Email): boolean {
  const values = (name: string) =>
    headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());
  return (
    values('auto-submitted').some((value) => value !== 'no') ||
    values('precedence').some((value) => /^(bulk|list|junk|auto_reply)/.test(value)) ||
    values('return-path').some((value) => value === '<>' || value === '') ||
    values('content-type').some((value) => value.startsWith('multipart/report')) ||
    ['x-autoreply', 'x-autorespond', 'x-failed-recipients', 'list-id'].some(
      (name) => values(name).length > 0,
    )
  );
}

function attached({ filename, mimeType, content }: Attachment) {
  return {
    name:
      (filename ?? '')
        .replace(/\p{C}+/gu, ' ')
        .trim()
        .slice(0, 100) || mimeType.slice(0, 100),
    type: mimeType,
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  };
}
