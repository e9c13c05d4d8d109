import type { AppliedCoupon } from '#contract/shop/coupon.ts';
import type { Aging } from './aging.ts';

/** What the buyer saw of a design, and when. Amounts in dollars as on the wire; never a price as truth. */
export interface ProductSnapshot {
  readonly title: string;
  readonly image: string;
  readonly price: number;
  readonly discountedPrice: number | null;
  /** ISO 8601, the device's clock or the server's answer. */
  readonly seenAt: string;
  /** False: no longer sold, outside every total (OP-48). */
  readonly isAvailable: boolean;
}

/** One member of a set (cart or wishlist). */
export interface SetLine {
  readonly productId: string;
  /** ISO 8601. */
  readonly addedAt: string;
  readonly seen: ProductSnapshot;
}

export type SetName = 'cart' | 'wishlist';

/** What each intent does to which set. Intents only: never toggles or increments. */
export const opKinds = {
  addToCart: { set: 'cart', isAdd: true },
  removeFromCart: { set: 'cart', isAdd: false },
  wish: { set: 'wishlist', isAdd: true },
  unwish: { set: 'wishlist', isAdd: false },
} as const satisfies Record<string, { set: SetName; isAdd: boolean }>;

export type OpKind = keyof typeof opKinds;

/** Why an op waits or was refused. `code` is a problem code of the contract or a client error kind. */
export interface OpProblem {
  readonly status: number | null;
  readonly code: string;
  readonly message: string;
}

/** Answers in a row that something between the device and the shop gave in its place. */
export interface ForeignAnswers {
  readonly count: number;
  /** HTTP status of the last one; null: it said that all is well, with a body that isn't the shop's. */
  readonly status: number | null;
}

/** A server that fails on one change while it is well otherwise. An earlier build counts less. */
export interface Faults {
  /** Its own faults (5xx problems of ours). */
  readonly faults?: number;
  /** The first of them, in milliseconds since 1970. */
  readonly faultsSince?: number | null;
}

/** A change that the server has not acknowledged yet. */
export interface OutboxOp extends Faults {
  /** UUID; travels as `Idempotency-Key` and stays the same through merges and retries. */
  readonly opId: string;
  readonly deviceId: string;
  /** Place in this account's line, rising. */
  readonly seq: number;
  readonly kind: OpKind;
  readonly args: { readonly productId: string };
  /** ISO 8601. */
  readonly createdAt: string;
  /** Raised in a transaction of its own before each sending; 0 means nobody can have seen it. */
  readonly attempts: number;
  /** The server failed on it: it is not sent by itself before, in milliseconds since 1970; 0: at once. */
  readonly nextAttemptAt: number;
  readonly lastProblem: OpProblem | null;
  /** An op of an earlier build has none counted. */
  readonly foreign?: ForeignAnswers | null;
  /** Only a visitor's wish: it doesn't show, but can be had back. */
  readonly putAway?: ArchivedWish;
}

/** A wish put away after a week in which the visitor's wishlist did not change (OP-07). */
export interface ArchivedWish extends Aging {
  /** ISO 8601. */
  readonly at: string;
  readonly line: SetLine;
}

/** An op that could not be done, kept where the buyer can see it. */
export interface RefusedOp extends Aging {
  readonly opId: string;
  /** Its place in the line while it waited; one refused by an earlier build has none noted. */
  readonly seq?: number;
  readonly kind: OpKind;
  readonly productId: string;
  readonly seen: ProductSnapshot | null;
  readonly problem: OpProblem;
  /** ISO 8601. */
  readonly refusedAt: string;
}

/** What a buyer wrote of a custom request; the server alone judges it. */
export interface RequestFields {
  readonly name: string;
  readonly email: string;
  /** Empty: nothing chosen yet. */
  readonly designType: string;
  readonly description: string;
}

/** A picture of a custom request, in a row of its own: written once, however often the words change. */
export interface Picture {
  /** UUID. */
  readonly id: string;
  readonly file: File;
}

/** A custom request on its way from the first word to the studio. */
export interface CustomRequestOp extends Faults {
  /** UUID; travels as `Idempotency-Key`. */
  readonly opId: string;
  /** Being written, to be sent, or sent back by the server with `problem`. */
  readonly state: 'draft' | 'waiting' | 'refused';
  readonly fields: RequestFields;
  /** Ids of its pictures. */
  readonly images: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** 0 means the server can't have seen it as it stands. */
  readonly attempts: number;
  /** It is not sent by itself before, in milliseconds since 1970; 0: at once. */
  readonly nextAttemptAt: number;
  /** The first of its own failures in a row, in milliseconds since 1970; an earlier build notes none. */
  readonly failingSince?: number | null;
  readonly problem: OpProblem | null;
  /** As an op's; a request of an earlier build has none counted. */
  readonly foreign?: ForeignAnswers | null;
}

/** A change that the server has acknowledged, kept for the buyer to see. */
export interface DoneOp {
  readonly opId: string;
  readonly kind: OpKind | 'customRequest';
  /** Of the design, or of the request; null where this device never saw it. */
  readonly title: string | null;
  /** ISO 8601. */
  readonly doneAt: string;
}

/** The newest answer of the server for a set, moved on by each acknowledged op. */
export interface ServerSet {
  readonly name: SetName;
  readonly lines: readonly SetLine[];
  /** The server's version; an answer with a lower one is older than what is known here. */
  readonly version: number;
  /** ISO 8601, when the last full answer came; null when only single ops were acknowledged. */
  readonly answeredAt: string | null;
  /** Only for the cart. Amounts in dollars. */
  readonly cart: ServerCart | null;
}

export interface ServerCart {
  /** Of the answer that said this; ops acknowledged since may have moved the set on. */
  readonly version: number;
  readonly cartId: string;
  readonly appliedCoupon: AppliedCoupon | null;
  /** Why the code on the cart takes nothing off now. */
  readonly couponProblem?: string | undefined;
  readonly totalPrice: number;
}

/** Everything one account (or the visitor) owns on this device that the rules work on. */
export interface AccountRows {
  readonly cartLines: readonly SetLine[];
  readonly wishlistMarks: readonly SetLine[];
  readonly outbox: readonly OutboxOp[];
  readonly refused: readonly RefusedOp[];
  /** The last few. */
  readonly done: readonly DoneOp[];
  readonly requests: readonly CustomRequestOp[];
  readonly pictures: readonly Picture[];
  readonly serverSets: readonly ServerSet[];
  /** Visitor's ops already taken over, so that a merge cut short and repeated adds nothing. */
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
  mergedOps: [],
};
