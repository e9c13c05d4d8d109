import type { ImapFlow, SearchObject } from 'imapflow';
import type { MailInbox } from '../mail-inbox.ts';
import { isOnThisMachine } from './mail-transport.ts';

/** A mailbox that is open. Numbers are UIDs, which only rise while `validity` is the same. */
export interface OpenMailbox {
  readonly validity: string;
  /** The highest number when it was opened. */
  readonly last: number;
  /** Those of mails after `number`, in order. */
  after(number: number, options: { readonly isUnreadOnly: boolean }): Promise<readonly number[]>;
  /** The ids of mails that one says it answers, without brackets; none if it is gone, or larger than `maxBytes`. */
  answers(number: number, maxBytes: number): Promise<readonly string[]>;
  /** A mail's bytes; null: it is gone. */
  read(number: number): Promise<Uint8Array | null>;
  markRead(number: number): Promise<void>;
  countUnread(): Promise<number>;
}

const maxAnswers = 50;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Opens a mailbox for `work`. Rejects if that fails, with an error that has no password. */
export async function withMailbox<T>(
  inbox: MailInbox,
  work: (mailbox: OpenMailbox) => Promise<T>,
): Promise<T> {
  const client = await connect(inbox);
  try {
    await client.mailboxOpen(inbox.folder);
    const result = await work(openMailbox(client));
    await client.logout();
    return result;
  } finally {
    client.close();
  }
}

/** The words of a failure. The server may quote addresses, but not the password. */
export function mailboxProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const parts = ['code', 'serverResponseCode', 'responseText'].map((key) =>
    Reflect.get(error, key),
  );
  const words = parts.filter((part) => typeof part === 'string' && part !== '');
  return (words.length === 0 ? error.message : words.join(' '))
    .replace(/\p{C}+/gu, ' ')
    .slice(0, 200);
}

async function connect({ host, port, isSecure, user, password }: MailInbox): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...{ host, port, secure: isSecure, auth: { user, pass: password }, ...timeouts },
    logger: false,
    disableAutoIdle: true,
    ...(isOnThisMachine(host)
      ? { tls: { rejectUnauthorized: false } }
      : { doSTARTTLS: !isSecure || undefined }),
  });
  // A failed command rejects too.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function openMailbox(client: ImapFlow): OpenMailbox {
  const { mailbox } = client;
  if (!mailbox) throw new Error('The mailbox was closed.');
  return {
    validity: String(mailbox.uidValidity),
    last: mailbox.uidNext - 1,
    async after(number, { isUnreadOnly }) {
      const query = { uid: `${number + 1}:*`, ...(isUnreadOnly && { seen: false }) };
      // The range always has the newest mail.
      return (await search(client, query)).filter((uid) => uid > number).sort((a, b) => a - b);
    },
    async answers(number, maxBytes) {
      const query = { size: true, headers: ['in-reply-to', 'references'] };
      const mail = await client.fetchOne(String(number), query, { uid: true });
      if (!mail || (mail.size ?? 0) > maxBytes) return [];
      const ids = (mail.headers?.toString() ?? '').matchAll(/<([^<>\s]{1,200})>/g);
      return [...new Set([...ids].map(([, id = '']) => id))].slice(-maxAnswers);
    },
    async read(number) {
      const mail = await client.fetchOne(String(number), { source: true }, { uid: true });
      return mail ? (mail.source ?? null) : null;
    },
    async markRead(number) {
      const isDone = await client.messageFlagsAdd(String(number), ['\\Seen'], { uid: true });
      if (!isDone) throw new Error('The server can’t mark a mail as read.');
    },
    countUnread: async () => (await search(client, { seen: false })).length,
  };
}

async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  // Not the same as none: the server refused, or the connection is closed.
  if (!found) throw new Error('The server can’t search the mailbox.');
  return found;
}
