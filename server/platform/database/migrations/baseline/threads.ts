import type { ThreadKind } from '#contract/shop/thread.ts';
import { integer, oneOf, table, text } from '../../table.ts';

export const threadTables = {
  threads: table({
    /** That of the request or the order; its own for a design. */
    id: text().key(),
    kind: oneOf('request', 'order', 'design'),
    /** What it is about: one of the three, by its kind. A design may be deleted before its threads. */
    requestId: text().unique().nullable().ownedBy('customRequests.id'),
    orderId: text().unique().nullable().ownedBy('orders.id'),
    productId: text().nullable(),
    /** Null for a request, whose buyer is its own, and for a visitor. */
    accountId: text().nullable().ownedBy('accounts.id'),
    /** Empty for a request. */
    name: text(),
    /** As a visitor typed it; otherwise empty. */
    email: text(),
    /** The order's number or the design's title, as it was called; empty for a request. */
    title: text(),
    /** Since when its buyer waits for an answer; null: not. */
    waitingSince: text().nullable(),
    lastAt: text(),
  }).with({
    indexes: {
      threadsByAccount: { of: ['accountId', 'productId'], isUnique: true },
      threadsByTime: ['lastAt'],
      threadsByWait: ['waitingSince', 'lastAt'],
    },
  }),

  /** Rows are only added. */
  threadMessages: table({
    id: text().key(),
    threadId: text().ownedBy('threads.id'),
    /** Id of a studio account; null: the buyer. */
    staffId: text().nullable(),
    text: text(),
    createdAt: text(),
  }).with({ indexes: { messagesByThread: ['threadId', 'createdAt', 'id'] } }),

  messagePictures: table({
    id: text().key(),
    messageId: text().ownedBy('threadMessages.id'),
    position: integer(),
    /** The picture's random name in the file store. */
    upload: text().unique(),
    bytes: integer(),
    width: integer(),
    height: integer(),
  }).with({ indexes: { picturesByMessage: ['messageId'] } }),

  /** A link that opens a thread about a design without an account. */
  threadLinks: table({
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text().key(),
    threadId: text().ownedBy('threads.id'),
    expiresAt: text(),
  }).with({ indexes: { threadLinksByThread: ['threadId'] } }),

  /** A mail to a buyer that can be answered by mail. Its random id, which is in the mail, shows what the answer is about. */
  threadMails: table({
    /** That of its row in `mailOutbox`. */
    id: text().key(),
    kind: text<ThreadKind>(),
    /** Of the request or the order; for a design, of the thread. */
    aboutId: text(),
    createdAt: text(),
  }).with({ indexes: { threadMailsByTime: ['createdAt'] } }),
};
