import * as v from 'valibot';
import { type ThreadKind, threadKinds, threadParams, threadQuerySchema } from '../shop/thread.ts';
import { idSchema, instantSchema, messageSchema, paragraphsSchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import { commissionMessages } from './commissions.ts';
import { listQueryEntries, longListAnswerSchema } from './list.ts';

/** The studio's inbox: the threads of custom requests, orders and designs. */

export const inboxMessages = {
  newer: 'There is a newer message in this conversation. Please read it first.',
} as const;

const summaryEntries = {
  kind: v.picklist(threadKinds),
  aboutId: idSchema,
  /** Its own id; the design of several threads may be the same. */
  _id: idSchema,
  name: v.string(),
  email: v.string(),
  title: v.string(),
  /** Since when the buyer waits for an answer; null: it is answered or done. */
  waitingSince: v.nullable(instantSchema),
  lastAt: instantSchema,
};

const summarySchema = v.object({
  ...summaryEntries,
  /** The beginning of the last message. */
  lastText: v.string(),
});
export type ThreadSummary = v.InferOutput<typeof summarySchema>;

const threadSchema = v.object({
  ...summaryEntries,
  /** Null: nothing was written yet. */
  lastAt: v.nullable(instantSchema),
  /** The newest, or those before the one that was named; oldest first. */
  messages: v.array(
    v.object({
      _id: idSchema,
      /** A staff member's e-mail; null: the buyer. */
      author: v.nullable(v.string()),
      text: v.string(),
      /** Those that are still stored; each is fetched by its id. */
      pictureIds: v.array(idSchema),
      createdAt: instantSchema,
    }),
  ),
  hasEarlier: v.boolean(),
});
export type StudioThread = v.InferOutput<typeof threadSchema>;

export const answerTextSchema = paragraphsSchema(commissionMessages.reply, 10_000);

/** For a request or an order, its own id; for a design, the thread's. */
const params = threadParams;

export const messageCalls = {
  inbox: {
    method: 'GET',
    path: '/api/studio/messages',
    access: 'studio',
    summary:
      'All threads: those that wait for an answer first, the longest first, then the last written',
    query: v.object(listQueryEntries),
    answer: longListAnswerSchema(summarySchema),
  },
  messagePicture: {
    method: 'GET',
    path: '/api/studio/message-pictures/{id}',
    access: 'studio',
    summary: 'A picture of a message, for download',
    params: v.object({ id: idSchema }),
    answer: fileAnswerSchema,
  },
  studioThread: {
    method: 'GET',
    path: '/api/studio/messages/{kind}/{id}',
    access: 'studio',
    summary: 'The newest messages about a request, an order, or of a thread about a design',
    params,
    query: threadQuerySchema,
    answer: threadSchema,
  },
  finishThread: {
    method: 'PUT',
    path: '/api/studio/messages/{kind}/{id}/done',
    access: 'studio',
    summary: 'Mark a thread as done; `lastId` is the last message that was shown',
    params,
    body: v.object({ lastId: idSchema }),
    answer: threadSchema,
  },
  deleteThread: {
    method: 'POST',
    path: '/api/studio/threads/{id}/deletion',
    access: 'studio',
    summary:
      'Delete what was written in a thread about a design, and who asked; `lastId` is the last message that was shown',
    params: v.object({ id: idSchema }),
    body: v.object({ lastId: idSchema }),
    answer: messageSchema,
  },
  answerThread: {
    method: 'POST',
    path: '/api/studio/messages/{kind}/{id}',
    access: 'studio',
    summary:
      'Write to the buyer, who also gets a mail; the same `messageId` is sent once. `lastId` is the last message that was shown, if there was one',
    params,
    body: v.object({ messageId: idSchema, text: answerTextSchema, lastId: v.optional(idSchema) }),
    answer: threadSchema,
  },
} as const satisfies StudioCalls;

/** The screen of a thread in the studio, below /studio. */
export function threadScreen({ kind, id }: { kind: ThreadKind; id: string }): string {
  const screens = { request: 'customs', order: 'orders', design: 'messages' };
  return `/${screens[kind]}/${id}`;
}
