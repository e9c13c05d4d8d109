import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import type { StudioThread } from '#contract/studio/messages.ts';
import type { Reader } from '../platform/database/open.ts';
import { countUpTo, longPage, pageOffset, rowsOfLongPage } from '../platform/http/list-page.ts';
import { aboutId, type OpenThread } from './open-thread.ts';
import { messagesOf } from './read-threads.ts';
import { buyerOf } from './receive-message.ts';

/** How many characters of the last message the inbox shows. */
const beginning = 160;

/** Not those that were deleted. */
function kept(reader: Reader) {
  return reader
    .selectFrom('threads')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('threadMessages').select('id').whereRef('threadId', '=', 'threads.id')),
    );
}

/** All threads: those that wait first, the longest first; then those in which something was written last. */
export async function inboxPage(
  reader: Reader,
  { page }: StudioCallInput<'inbox'>['query'],
): Promise<StudioCallAnswer<'inbox'>> {
  const found = await kept(reader)
    .leftJoin('customRequests', 'customRequests.id', 'requestId')
    .leftJoin('accounts', 'accounts.id', 'threads.accountId')
    .select(({ selectFrom, fn }) => [
      'threads.id as _id',
      'kind',
      'requestId',
      'orderId',
      'productId',
      fn.coalesce('customRequests.name', 'threads.name').as('name'),
      fn.coalesce('customRequests.email', 'accounts.email', 'threads.email').as('email'),
      'title',
      'waitingSince',
      'lastAt',
      selectFrom('threadMessages')
        .select(({ fn, ref, val }) =>
          fn<string>('substr', [ref('threadMessages.text'), val(1), val(beginning)]).as('text'),
        )
        .whereRef('threadId', '=', 'threads.id')
        .orderBy('threadMessages.createdAt', 'desc')
        .orderBy('threadMessages.id', 'desc')
        .limit(1)
        .as('lastText'),
    ])
    .orderBy('waitingSince', (by) => by.asc().nullsLast())
    .orderBy('lastAt', 'desc')
    .orderBy('threads.id')
    .limit(rowsOfLongPage)
    .offset(pageOffset(page))
    .execute();
  const counted = await countUpTo(reader, kept(reader));
  const { rows, total, isCounted } = longPage(found, counted, page);
  return {
    items: rows.map(({ requestId, orderId, productId, lastText, ...row }) => ({
      ...row,
      aboutId: aboutId({ requestId, orderId, productId }),
      lastText: lastText ?? '',
    })),
    total,
    totalPages: Math.max(1, Math.ceil(total / studioPageSize)),
    isCounted,
  };
}

/** A thread as the studio sees it. @throws NOT_FOUND if it lacks the message `before` */
export async function studioThread(
  reader: Reader,
  thread: OpenThread,
  before?: string,
): Promise<StudioThread> {
  const { name, email } = await buyerOf(reader, thread);
  const { messages, hasEarlier } = await messagesOf(reader, thread.id, before);
  const staffIds = new Set(messages.flatMap(({ staffId }) => (staffId === null ? [] : [staffId])));
  const staff =
    staffIds.size === 0
      ? []
      : await reader
          .selectFrom('studioAccounts')
          .select(['id', 'email'])
          .where('id', 'in', [...staffIds])
          .execute();
  const emails = new Map(staff.map((each) => [each.id, each.email]));
  const { kind, title, waitingSince, lastAt } = thread;
  return {
    ...{ kind, name, email, title, waitingSince, lastAt, hasEarlier },
    _id: thread.id ?? aboutId(thread),
    aboutId: aboutId(thread),
    messages: messages.map(({ id, staffId, text, pictures, createdAt }) => ({
      _id: id,
      author: staffId && (emails.get(staffId) ?? staffId),
      text,
      pictureIds: pictures.map((picture) => picture.id),
      createdAt,
    })),
  };
}
