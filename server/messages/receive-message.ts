import { messages } from '#contract/messages/messages.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import { contactId, sentMessageSchema, threadMessages } from '#contract/shop/thread.ts';
import { threadScreen } from '#contract/studio/messages.ts';
import { passTurn } from '../commissions/desk-changes.ts';
import { receiveForm, type Stored } from '../commissions/receive-form.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import type { OnceRequest } from '../platform/http/idempotency.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { Services } from '../platform/services/services.ts';
import { assertNotDeleted } from '../platform/sign-in/signed-in.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import { addMessage, type NewMessage } from './add-message.ts';
import { messageToStudio } from './message-letters.ts';
import {
  type About,
  type Buyer,
  type OpenThread,
  openAsBuyer,
  type ThreadRow,
} from './open-thread.ts';

/** The total size of stored pictures of messages, in bytes. Strangers can't fill it, nor the space of requests. */
const maxStoredBytes = 2 * 1024 ** 3;
const maxVisitorsBytes = 1024 ** 3 / 2;

interface Sent {
  readonly text: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly subject?: string | undefined;
}

/**
 * Receives a buyer's message and returns the answer as JSON.
 * @throws NOT_FOUND, NOT_SIGNED_IN, and what `receiveForm` throws
 */
export function receiveMessage(
  services: Services,
  request: Request,
  about: About,
  buyer: Buyer,
  keyed: Pick<OnceRequest, 'key' | 'scopes'>,
  address: string,
): Promise<string> {
  const { database, clock } = services;
  const isVisitor = buyer.account === null && buyer.token === undefined;
  return receiveForm(services, request, {
    ...{ name: 'sendMessage', body: sentMessageSchema, hashed: { about }, keyed, address },
    storedBytes: (reader) => storedBytes(reader, isVisitor),
    maxStoredBytes: isVisitor ? maxVisitorsBytes : maxStoredBytes,
    assertOpen: () => openAsBuyer(database.read, about, buyer, clock()),
    keep: (change, sent, stored) => keep(change, services, about, buyer, sent, stored),
  });
}

/** Whether there is room for pictures of buyers. */
export async function hasRoom(reader: Reader): Promise<boolean> {
  return (await storedBytes(reader, false)) < maxStoredBytes;
}

/** Of all messages, or of the threads that visitors began. */
async function storedBytes(reader: Reader, isOfVisitors: boolean): Promise<number> {
  const { bytes } = await reader
    .selectFrom('messagePictures')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .$if(isOfVisitors, (query) =>
      query
        .innerJoin('threadMessages', 'threadMessages.id', 'messageId')
        .innerJoin('threads', 'threads.id', 'threadId')
        .where('kind', '=', 'design')
        .where('accountId', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

async function keep(
  change: Change,
  services: Services,
  about: About,
  buyer: Buyer,
  sent: Sent,
  pictures: readonly Stored[],
): Promise<CallAnswer<'sendMessage'>> {
  const { tx, now } = change;
  const { account } = buyer;
  if (account) await assertNotDeleted(tx, account);
  const open = await openAsBuyer(tx, about, buyer, now);
  const id = newId(now);
  await addOfBuyer(change, services, named(open, sent), { id, text: sent.text, pictures });
  return { data: { _id: id, createdAt: now.toISOString() } };
}

/** Adds a buyer's message and tells the studio, unless there is one with this id. */
export async function addOfBuyer(
  change: Change,
  services: Services,
  open: OpenThread,
  sent: Pick<NewMessage, 'id' | 'text' | 'pictures'>,
): Promise<void> {
  const waitingSince = open.waitingSince ?? change.now.toISOString();
  const thread = await addMessage(change, open, { ...sent, staffId: null, waitingSince });
  if (!thread) return;
  if (thread.requestId !== null) await passTurn(change, thread.requestId, 'open');
  await tellStudio(change, services, thread, sent);
}

/**
 * A visitor's new thread about a design has the name and the e-mail that they typed; one about no design has the subject,
 * also if what was written before was deleted.
 * @throws INVALID
 */
function named(open: OpenThread, { name, email, subject }: Sent): OpenThread {
  if (open.kind !== 'design') return open;
  const isContact = open.productId === contactId;
  if (open.id !== null) {
    // Its form asks for no subject while the page shows what was deleted meanwhile.
    return isContact && open.title === '' ? { ...open, title: subject ?? 'No subject' } : open;
  }
  const isVisitor = open.accountId === null;
  const fields = {
    ...(isVisitor && name === undefined && { name: 'Name is required' }),
    ...(isVisitor && email === undefined && { email: messages.signUp.email }),
    ...(isContact && subject === undefined && { subject: threadMessages.subject }),
  };
  const [first] = Object.values(fields);
  if (first !== undefined) throw new Problem('INVALID', first, { fields });
  return {
    ...open,
    ...(isVisitor && { name: name ?? '', email: email ?? '' }),
    ...(isContact && { title: subject ?? '' }),
  };
}

async function tellStudio(
  change: Change,
  { env }: Services,
  thread: ThreadRow,
  { text, pictures }: { readonly text: string; readonly pictures: readonly Stored[] },
): Promise<void> {
  const { name, email } = await buyerOf(change.tx, thread);
  const path = `/studio${threadScreen(thread)}`;
  const written = { thread, name, text, path, pictures: pictures.length };
  await notifyStudio(change, env, {
    kind: 'request',
    subjectId: thread.id,
    title: 'A buyer has written',
    path,
    letter: messageToStudio(await letterhead(change.tx, env), written),
    replyTo: email,
    attachments: pictures.map(({ upload }, position) => ({
      name: `picture-${position + 1}.jpg`,
      upload,
    })),
  });
}

/** Whom a thread's mails go to, and what the studio calls them. `email` is empty once the account is deleted. */
export async function buyerOf(
  reader: Reader,
  {
    requestId,
    accountId,
    name,
    email,
  }: Pick<ThreadRow, 'requestId' | 'accountId' | 'name' | 'email'>,
): Promise<{ readonly name: string; readonly email: string; readonly accountId: string | null }> {
  if (requestId !== null) {
    return reader
      .selectFrom('customRequests')
      .select(['name', 'email', 'accountId'])
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow();
  }
  if (accountId === null) return { name, email, accountId };
  const account = await reader
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { name, email: account.email, accountId };
}
