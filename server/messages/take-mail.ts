import * as v from 'valibot';
import { messageTextSchema } from '#contract/shop/thread.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { limits } from '#contract/wire/limits.ts';
import { type Stored, storePicture } from '../commissions/receive-form.ts';
import { makeChange } from '../platform/database/change.ts';
import { idFrom } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import { spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import type { ReceivedMail } from '../platform/mail/parse-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { type About, type OpenThread, openThread } from './open-thread.ts';
import { addOfBuyer, buyerOf, hasRoom } from './receive-message.ts';

/** Per thread; what comes beyond it stays in the mailbox. */
const dayLimit = { count: 60, windowMs: 86_400_000 };
/** So that the names of attachments fit below it, in characters. */
const longest = 4400;
const mostNames = 10;

/**
 * Puts a buyer's answer to a mail about something into its thread, once. Returns false for any other mail: one of somebody
 * else, of a program, or without words and pictures.
 */
export async function takeMail(
  services: Services,
  about: About,
  mail: ReceivedMail,
): Promise<boolean> {
  if (mail.isAutomatic || mail.messageId === null || mail.from === null) return false;
  const { read } = services.database;
  try {
    if (!(await threadOf(read, about, mail.from))) return false;
    const id = idFrom(`mail\n${mail.messageId}\n${about.id}`);
    if (await isTaken(read, id)) return true;
    await spend(services, `message:mail:${about.id}`, dayLimit);
    return await add(services, about, id, mail);
  } catch (error) {
    if (error instanceof Problem && error.code !== 'UNAVAILABLE') return false;
    throw error;
  }
}

/** What the newest of the answered mails was about; null: none is the shop's. */
export async function answeredBy(
  reader: Reader,
  answers: readonly string[],
): Promise<About | null> {
  const ids = answers.flatMap((id) => /^([0-9a-f]{24})@/.exec(id)?.[1] ?? []);
  if (ids.length === 0) return null;
  const mail = await reader
    .selectFrom('threadMails')
    .select(['kind', 'aboutId as id'])
    .where('id', 'in', ids)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return mail ?? null;
}

/** The thread, if its buyer has this address. @throws NOT_FOUND */
async function threadOf(reader: Reader, about: About, from: string): Promise<OpenThread | null> {
  const open = await openThread(reader, about);
  const { email } = await buyerOf(reader, open);
  return email !== '' && emailKey(email) === emailKey(from) ? open : null;
}

async function isTaken(reader: Reader, id: string): Promise<boolean> {
  const row = await reader
    .selectFrom('threadMessages')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

async function add(
  services: Services,
  about: About,
  id: string,
  mail: ReceivedMail,
): Promise<boolean> {
  const { pictures, others } = await storeAttached(services, mail.attachments);
  const text = textOf(mail, pictures.length, others);
  if (!v.is(messageTextSchema, text)) return false;
  return makeChange(services, async (change) => {
    const open = await threadOf(change.tx, about, mail.from ?? '');
    if (!open) return false;
    await addOfBuyer(change, services, open, { id, text, pictures });
    return true;
  });
}

/** The pictures as those of any message, within its limits, and the names of what else was attached. */
async function storeAttached(services: Services, attachments: ReceivedMail['attachments']) {
  const pictures: Stored[] = [];
  const others: string[] = [];
  let bytesLeft: number = (await hasRoom(services.database.read)) ? limits.customRequestBytes : 0;
  for (const { name, type, bytes } of attachments) {
    const fits =
      type.startsWith('image/') &&
      pictures.length < limits.customImages &&
      bytes.byteLength <= Math.min(limits.customImageBytes, bytesLeft);
    const stored = fits ? await storePicture(services, bytes) : null;
    if (stored === null || typeof stored === 'string') others.push(name);
    else {
      pictures.push(stored);
      bytesLeft -= bytes.byteLength;
    }
  }
  return { pictures, others };
}

function textOf(
  { text: words, hasMore }: ReceivedMail,
  pictures: number,
  others: readonly string[],
): string {
  const isLong = words.length > longest;
  const cut = isLong ? `${words.slice(0, longest - 1).trimEnd()}…` : words;
  const [first = [], ...rest] = chunk(others.map(shortName), mostNames);
  const names = first.join(', ');
  const more = rest.length > 0 ? ` and ${others.length - mostNames} more` : '';
  const left = others.length > 0 ? `Only in the mailbox: ${names}${more}.` : '';
  const text = [cut, left].filter((part) => part !== '').join('\n\n');
  if (text === '' && pictures === 0) return '';
  return `${text || 'Sent by e-mail.'}${hasMore || isLong ? '\n\nMore is in the mailbox.' : ''}`;
}

function shortName(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}
