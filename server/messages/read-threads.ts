import type { Message, Thread } from '#contract/shop/thread.ts';
import { mostThreads, threadPageSize } from '#contract/shop/thread.ts';
import type { Reader } from '../platform/database/open.ts';
import { aboutId, gone, type OpenThread } from './open-thread.ts';

/** The threads of an account in which something was written last, each with its newest messages. */
export async function threadsOfAccount(reader: Reader, accountId: string): Promise<Thread[]> {
  const rows = await threadsOwnedBy(reader, accountId)
    .selectAll('threads')
    .orderBy('lastAt', 'desc')
    .orderBy('threads.id', 'desc')
    .limit(mostThreads)
    .execute();
  const [first, ...others] = rows.map(({ id }) =>
    reader.selectFrom(newestOf(reader, id).as('newest')).selectAll(),
  );
  if (!first) return [];
  const newest = await others
    .reduce((all, each) => all.unionAll(each), first)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const messages = Map.groupBy(await withPictures(reader, newest), ({ threadId }) => threadId);
  return rows.map((row) => threadWith(row, pageOf(messages.get(row.id) ?? [])));
}

/** Everything written in the threads of an account, oldest first. */
export async function everyMessageOf(reader: Reader, accountId: string) {
  const rows = await threadsOwnedBy(reader, accountId)
    .innerJoin('threadMessages', 'threadId', 'threads.id')
    .select(['kind', 'title', 'staffId', 'text', 'threadMessages.createdAt'])
    .orderBy('threadMessages.createdAt')
    .orderBy('threadMessages.id')
    .execute();
  return rows.map(({ kind, title, staffId, text, createdAt }) => ({
    ...{ about: kind, title, author: authorOf(staffId), text, createdAt },
  }));
}

function threadsOwnedBy(reader: Reader, accountId: string) {
  return reader.selectFrom('threads').where('threads.id', 'in', (row) =>
    row
      .selectFrom('threads')
      .select('id')
      .where('accountId', '=', accountId)
      // The thread of a request has its id.
      .unionAll(row.selectFrom('customRequests').select('id').where('accountId', '=', accountId)),
  );
}

function authorOf(staffId: string | null): Message['author'] {
  return staffId === null ? 'buyer' : 'studio';
}

/** A thread as its buyer sees it. @throws NOT_FOUND if it lacks the message `before` */
export async function presentThread(
  reader: Reader,
  thread: OpenThread,
  before?: string,
): Promise<Thread> {
  return threadWith(thread, await messagesOf(reader, thread.id, before));
}

type Page = Awaited<ReturnType<typeof messagesOf>>;

function threadWith(thread: OpenThread, { messages, hasEarlier }: Page): Thread {
  return {
    kind: thread.kind,
    aboutId: aboutId(thread),
    title: thread.title,
    isDeleted: thread.id !== null && messages.length === 0,
    messages: messages.map(
      ({ id, staffId, pictures, text, createdAt }): Message => ({
        _id: id,
        author: authorOf(staffId),
        text,
        pictures: pictures.map(({ id: _id, width, height }) => ({ _id, width, height })),
        createdAt,
      }),
    ),
    hasEarlier,
  };
}

/** The newest messages of a thread, or those before one; oldest first. @throws NOT_FOUND */
export async function messagesOf(reader: Reader, threadId: string | null, before?: string) {
  if (threadId === null) return pageOf<never>([]);
  const place = before === undefined ? null : await placeOf(reader, threadId, before);
  const rows = await newestOf(reader, threadId)
    .$if(place !== null, (query) =>
      query.where((row) =>
        row.or([
          row('createdAt', '<', place?.createdAt ?? ''),
          row.and([row('createdAt', '=', place?.createdAt ?? ''), row('id', '<', place?.id ?? '')]),
        ]),
      ),
    )
    .execute();
  return pageOf(await withPictures(reader, rows));
}

/** The newest first, and one more than a page has. */
function newestOf(reader: Reader, threadId: string) {
  return reader
    .selectFrom('threadMessages')
    .selectAll()
    .where('threadId', '=', threadId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(threadPageSize + 1);
}

function pageOf<M>(newest: readonly M[]) {
  return {
    messages: newest.slice(0, threadPageSize).reverse(),
    hasEarlier: newest.length > threadPageSize,
  };
}

async function withPictures<M extends { readonly id: string }>(reader: Reader, rows: readonly M[]) {
  if (rows.length === 0) return [];
  const pictures = await reader
    .selectFrom('messagePictures')
    .select(['id', 'messageId', 'width', 'height'])
    .where(
      'messageId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const picturesOf = Map.groupBy(pictures, ({ messageId }) => messageId);
  return rows.map((row) => ({ ...row, pictures: picturesOf.get(row.id) ?? [] }));
}

/** When a buyer wrote the first message after `lastId`; null: there is none. @throws NOT_FOUND */
export async function firstUnread(
  reader: Reader,
  threadId: string | null,
  lastId: string | undefined,
): Promise<string | null> {
  if (threadId === null) return null;
  const last = lastId === undefined ? null : await placeOf(reader, threadId, lastId);
  const { at } = await reader
    .selectFrom('threadMessages')
    .select(({ fn }) => fn.min<string | null>('createdAt').as('at'))
    .where('threadId', '=', threadId)
    .where('staffId', 'is', null)
    .$if(last !== null, (query) =>
      query.where((row) =>
        row.or([
          row('createdAt', '>', last?.createdAt ?? ''),
          row.and([row('createdAt', '=', last?.createdAt ?? ''), row('id', '>', last?.id ?? '')]),
        ]),
      ),
    )
    .executeTakeFirstOrThrow();
  return at;
}

async function placeOf(reader: Reader, threadId: string, id: string) {
  const place = await reader
    .selectFrom('threadMessages')
    .select(['id', 'createdAt'])
    .where('threadId', '=', threadId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!place) throw gone();
  return place;
}
