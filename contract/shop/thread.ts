import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import {
  emailSchema,
  idSchema,
  instantSchema,
  lineSchema,
  paragraphsSchema,
} from '../wire/fields.ts';
import { requestTokenSchema } from './own-request.ts';

/** Messages between a buyer and the studio: one thread for each custom request, order, or design asked about. */

export const threadKinds = ['request', 'order', 'design'] as const;
export type ThreadKind = (typeof threadKinds)[number];

/**
 * In place of a design's id: a question about no design, but a subject that its sender names. It is stored as one about a
 * design, so that the version before, which still runs during an update, reads and answers it too.
 */
export const contactId = 'c047ac7'.padStart(24, '0');

/** What a thread is about, in a call's path. */
export const threadParams = v.object({ kind: v.picklist(threadKinds), id: idSchema });

/** The most threads of an account that come in a list. */
export const mostThreads = 40;

/** The most messages in an answer. */
export const threadPageSize = 50;

/** `earlierThan`: the id of a message; those before it are asked for. */
export const threadQuerySchema = v.object({ earlierThan: v.optional(idSchema) });

export const threadMessages = {
  text: 'Enter your message.',
  subject: 'Enter a subject.',
  gone: 'This conversation no longer exists.',
  deleted: 'The studio has deleted this conversation.',
  picturesGone: 'This picture no longer exists.',
} as const;

export const messageTextSchema = paragraphsSchema(threadMessages.text, 5000);

/** The text fields of a message by a visitor, who asks about a design without a link. */
export const visitorMessageSchema = v.object({
  text: messageTextSchema,
  name: lineSchema('Name is required', 200),
  email: emailSchema(messages.signUp.email, messages.signUp.emailPattern),
  /** Of the first message of a question about no design. */
  subject: v.optional(lineSchema(threadMessages.subject, 120)),
});

/** Those of any message: the shop knows whose the others are. */
export const sentMessageSchema = v.partial(visitorMessageSchema, ['name', 'email']);

const messageSchema = v.object({
  _id: idSchema,
  author: v.picklist(['buyer', 'studio']),
  text: v.string(),
  /** Those that are still stored; each is fetched from `messagePicturePath`. */
  pictures: v.array(v.object({ _id: idSchema, width: v.number(), height: v.number() })),
  createdAt: instantSchema,
});

export const threadSchema = v.object({
  kind: v.picklist(threadKinds),
  /** Of the request, the order or the design. */
  aboutId: idSchema,
  /** The design's or the order's name; empty for a request. */
  title: v.string(),
  /** The studio has deleted what was written. */
  isDeleted: v.optional(v.boolean()),
  /** The newest, or those before the one that was named; oldest first. */
  messages: v.array(messageSchema),
  hasEarlier: v.boolean(),
});
export type Thread = v.InferOutput<typeof threadSchema>;
export type Message = Thread['messages'][number];

/** The last written first. */
export const threadsSchema = v.object({ threads: v.array(threadSchema) });

export const linkedThreadSchema = v.object({
  ...requestTokenSchema.entries,
  ...threadQuerySchema.entries,
});
