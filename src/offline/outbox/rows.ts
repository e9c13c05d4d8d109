import type { ClothView } from '#contract/shop/cloth-view.ts';
import type { AppliedCoupon } from '#contract/shop/coupon.ts';
import type { LicenceCount } from '#contract/shop/licence-count.ts';
import type { ThreadKind } from '#contract/shop/thread.ts';
import type { Aging } from './aging.ts';

/** A product as the buyer saw it, and when. Amounts in dollars, as on the wire; only for display, never used as the price. */
export interface ProductSnapshot {
  readonly title: string;
  readonly image: string;
  readonly price: number;
  readonly discountedPrice: number | null;
  /** ISO 8601, by the device's clock or from the server's answer. */
  readonly seenAt: string;
  /** False: no longer sold, and left out of every total (OP-48). */
  readonly isAvailable: boolean;
  /** ISO 8601: it costs more now, but this buyer pays `discountedPrice` until then. */
  readonly heldUntil?: string;
  /** `discountedPrice` is its part of this collection's price; `saving`, in dollars: compared with its own. */
  readonly inCollection?: { readonly name: string; readonly saving: number };
}

/** One member of a list (cart or wishlist). */
export interface ListLine {
  readonly productId: string;
  /** ISO 8601. */
  readonly addedAt: string;
  readonly snapshot: ProductSnapshot;
  /** Only in the cart: the name of another device that it was added on. */
  readonly addedOn?: string;
  /** How the buyer wants to see it again on the cloth bench; unset if no view was kept. */
  readonly view?: ClothView | undefined;
}

/** A design that another device removed from the cart. */
export interface RemovedLine {
  readonly line: ListLine;
  /** The name of that device. */
  readonly removedOn: string;
}

export type ListName = 'cart' | 'wishlist';

/**
 * What each kind of op does to which list. Ops on lists state the result wanted; they never toggle or increment.
 * `countSold` adds to the log of a licence, so none of them replaces another.
 */
export const opKinds = {
  addToCart: { list: 'cart', isAdd: true },
  removeFromCart: { list: 'cart', isAdd: false },
  wish: { list: 'wishlist', isAdd: true },
  unwish: { list: 'wishlist', isAdd: false },
  countSold: { list: null, isAdd: false },
} as const satisfies Record<string, { list: ListName | null; isAdd: boolean }>;

export type OpKind = keyof typeof opKinds;

/** The kinds of ops on lists. */
export type ListOpKind = Exclude<OpKind, 'countSold'>;

/** Goods that the buyer counted for a licence. */
export interface SoldGoods {
  /** The id of the bought item. */
  readonly licenceId: string;
  /** The design's. */
  readonly title: string;
  /** How many more were sold; negative: too many were counted. */
  readonly delta: number;
  /** Of an undo: the op that it takes back. Only this device needs it, so it isn't sent. */
  readonly undoes?: string | undefined;
}

/** Why an op is still pending or was refused. `code` is one of the contract's problem codes or a client error kind. */
export interface OpProblem {
  readonly status: number | null;
  readonly code: string;
  readonly message: string;
}

/** Consecutive answers that came from something between the device and the shop, such as a captive portal. */
export interface ForeignAnswers {
  readonly count: number;
  /** HTTP status of the last one; null: a success whose body isn't the shop's. */
  readonly status: number | null;
}

/** Failures of the server on one change while it is otherwise healthy. Rows of earlier builds may lack these. */
export interface Faults {
  /** Number of 5xx problems from our server. */
  readonly faults?: number;
  /** When the first of them happened, in ms since 1970. */
  readonly faultsSince?: number | null;
}

/**
 * Where a pending change is. It is `sending` from an attempt until its outcome is known; if the page
 * dies in between, it stays so and is sent again.
 */
export type SendState = 'waiting' | 'sending';

/** What ops and custom requests share on their way to the server. */
export interface Sendable extends Faults {
  /** UUID, sent as `Idempotency-Key`; stays the same through merges and retries. */
  readonly opId: string;
  /** Incremented in a transaction of its own before each attempt; 0 means the server can't have seen this version. */
  readonly attempts: number;
  /** Not sent automatically before this, because the server failed on it; ms since 1970, 0: now. */
  readonly nextAttemptAt: number;
  /** Why it is still here, since the last attempt. */
  readonly problem: OpProblem | null;
  /** Unset in rows of earlier builds. */
  readonly foreign?: ForeignAnswers | null;
}

export interface ListOpArgs {
  readonly productId: string;
  /** Of an add to the cart: what the product cost as the buyer saw it, in dollars; unset in rows of earlier builds. */
  readonly seenPrice?: number;
  /** Of an add: the view to keep with the line, null: none; without one, a view that was kept before stays. */
  readonly view?: ClothView | null;
}

/** A pending change: the server hasn't acknowledged it yet. */
export type OutboxOp = PendingOp & OpContent;

/** What an op changes. */
export type OpContent =
  | {
      readonly kind: ListOpKind;
      readonly args: ListOpArgs;
    }
  | {
      readonly kind: 'countSold';
      readonly args: {
        readonly productId: string;
        readonly sold: SoldGoods;
        readonly view?: undefined;
      };
    };

interface PendingOp extends Sendable {
  readonly state: SendState;
  readonly deviceId: string;
  /** Rising position in this account's outbox. */
  readonly seq: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Only for a visitor's wish: archived, so not shown, but it can be restored. */
  readonly archived?: ArchivedWish;
}

/** A wish archived after a week without changes to the visitor's wishlist (OP-07). */
export interface ArchivedWish extends Aging {
  /** ISO 8601. */
  readonly at: string;
  readonly line: ListLine;
}

/** An op the server refused, kept where the buyer can see it. */
export type RefusedOp = Refusal & (RefusedListOp | RefusedCount);

interface RefusedListOp {
  readonly kind: ListOpKind;
  readonly sold?: undefined;
}

interface RefusedCount {
  readonly kind: 'countSold';
  readonly sold: SoldGoods;
}

interface Refusal extends Aging {
  readonly opId: string;
  /** Its position while it was pending; unset in rows of earlier builds. */
  readonly seq?: number;
  readonly productId: string;
  readonly snapshot: ProductSnapshot | null;
  readonly view?: ClothView | null;
  readonly problem: OpProblem;
  /** ISO 8601. */
  readonly refusedAt: string;
}

/** What a message to the studio is about; `review`: it is the review of a design. */
export interface MessageAbout {
  readonly kind: ThreadKind | 'review';
  /** Of the request, the order or the design. */
  readonly id: string;
  /** Of the mailed link that the thread was opened with. */
  readonly token?: string;
}

/** What a buyer entered in a custom request; only the server validates it. */
export interface RequestFields {
  readonly name: string;
  readonly email: string;
  /** Empty: nothing chosen yet. */
  readonly designType: string;
  readonly description: string;
  /** Only of a message about no design, until one was sent. */
  readonly subject?: string;
  /** Of a review: 1 to 5; empty: none chosen yet. */
  readonly stars?: string;
  /** Of a review without a new photo: the one that the shop has stays. */
  readonly keepsPhoto?: 'true' | '';
  /** Of a review: the one that the shop has is to be taken back. */
  readonly takesBack?: 'true';
}

/** A picture of a custom request, in a row of its own so that editing the text doesn't rewrite it. */
export interface Picture {
  /** UUID. */
  readonly id: string;
  readonly file: File;
}

/** Of a custom request, or of a message. */
export type DraftState = 'draft' | 'writing';

/** A custom request or a message, from the first word until the studio has it. */
export interface CustomRequestOp extends Sendable {
  /** Being written; on its way; sent back by the server with `problem`; or a draft put aside for a newer one. */
  readonly state: DraftState | SendState | 'refused' | 'setAside';
  readonly fields: RequestFields;
  /** Of a message or a review, whose text is its description; unset: it is a custom request. */
  readonly about?: MessageAbout;
  /** Ids of its pictures. */
  readonly images: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** When its current run of failures began, in ms since 1970; unset in rows of earlier builds. */
  readonly failingSince?: number | null;
}

/** An acknowledged change, kept for the buyer to see. */
export interface DoneOp {
  readonly opId: string;
  readonly kind: OpKind | 'customRequest' | 'message' | 'review';
  /** The view that was kept, if any; null: one was removed. */
  readonly view?: ClothView | null | undefined;
  /** Of the product or the request; null if this device never saw it. */
  readonly title: string | null;
  /** ISO 8601. */
  readonly doneAt: string;
}

/** The newest answer of the server for a list, advanced by each acknowledged op. */
export interface ServerList {
  readonly name: ListName;
  readonly lines: readonly ListLine[];
  /** The server's version; an answer with a lower one is outdated. */
  readonly version: number;
  /** ISO 8601, when the last full answer came; null if only single ops were acknowledged. */
  readonly answeredAt: string | null;
  /** Only for the cart. */
  readonly cart: ServerCart | null;
}

export interface ServerCart {
  /** The version of the answer this came with; ops acknowledged since may have changed the list. */
  readonly version: number;
  readonly cartId: string;
  readonly appliedCoupon: AppliedCoupon | null;
  /** Why the coupon on the cart gives no discount now. */
  readonly couponProblem?: string | undefined;
  /** The code of that coupon; unset in rows of earlier builds. */
  readonly waitingCode?: string | undefined;
  readonly totalPrice: number;
  /** What other devices removed lately; unset in rows of earlier builds. */
  readonly removed?: readonly RemovedLine[];
}

/** What the shop answered to the newest count for a licence. Kept until orders with more entries are saved. */
export interface AnsweredCount extends LicenceCount {
  readonly licenceId: string;
}

/** What a customer at a stall wants. Only on this device: it is never sent. */
export interface StallNote {
  /** UUID. */
  readonly id: string;
  readonly productId: string;
  /** The design's, as it was shown. */
  readonly title: string;
  /** The customer's name, as the maker entered it. */
  readonly name: string;
  readonly quantity: number;
  /** ISO 8601, by the device's clock. */
  readonly notedAt: string;
}

/** Everything the rules work on for one account, or the visitor, on this device. */
export interface AccountRows {
  readonly cartLines: readonly ListLine[];
  readonly wishlistMarks: readonly ListLine[];
  readonly outbox: readonly OutboxOp[];
  readonly refused: readonly RefusedOp[];
  /** The last few. */
  readonly done: readonly DoneOp[];
  readonly requests: readonly CustomRequestOp[];
  readonly pictures: readonly Picture[];
  readonly serverSets: readonly ServerList[];
  readonly counts: readonly AnsweredCount[];
  readonly stallNotes: readonly StallNote[];
  /** A visitor's ops and notes already merged into the account, so that repeating an interrupted merge adds nothing. */
  readonly mergedOps: readonly { readonly opId: string }[];
}

export const emptyRows: AccountRows = {
  cartLines: [],
  wishlistMarks: [],
  outbox: [],
  refused: [],
  done: [],
  requests: [],
  pictures: [],
  serverSets: [],
  counts: [],
  stallNotes: [],
  mergedOps: [],
};
