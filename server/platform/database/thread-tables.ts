import type { ThreadKind } from '#contract/shop/thread.ts';

/** The tables of messages between buyers and the studio; tables.ts describes how values are stored. */
export interface ThreadTables {
  threads: ThreadsTable;
  threadMessages: ThreadMessagesTable;
  messagePictures: MessagePicturesTable;
  threadLinks: ThreadLinksTable;
  threadMails: ThreadMailsTable;
}

interface ThreadsTable {
  /** That of the request or the order; its own for a design. */
  id: string;
  kind: ThreadKind;
  /** What it is about: one of the three, by its kind. A design may be deleted before its threads. */
  requestId: string | null;
  orderId: string | null;
  productId: string | null;
  /** Null for a request, whose buyer is its own, and for a visitor. */
  accountId: string | null;
  /** Empty for a request. */
  name: string;
  /** As a visitor typed it; otherwise empty. */
  email: string;
  /** The order's number or the design's title, as it was called; empty for a request. */
  title: string;
  /** Since when its buyer waits for an answer; null: not. */
  waitingSince: string | null;
  lastAt: string;
}

/** Rows are only added. */
interface ThreadMessagesTable {
  id: string;
  threadId: string;
  /** Id of a studio account; null: the buyer. */
  staffId: string | null;
  text: string;
  createdAt: string;
}

interface MessagePicturesTable {
  id: string;
  messageId: string;
  position: number;
  /** The picture's random name in the file store. */
  upload: string;
  bytes: number;
  width: number;
  height: number;
}

/** A link that opens a thread about a design without an account. */
interface ThreadLinksTable {
  /** SHA-256 of the token in the link, hex. */
  tokenHash: string;
  threadId: string;
  expiresAt: string;
}

/** A mail to a buyer that can be answered by mail. Its random id, which is in the mail, shows what the answer is about. */
interface ThreadMailsTable {
  /** That of its row in `mailOutbox`. */
  id: string;
  kind: ThreadKind;
  /** Of the request or the order; for a design, of the thread. */
  aboutId: string;
  createdAt: string;
}
