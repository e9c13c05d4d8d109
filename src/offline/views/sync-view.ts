import type { ClothView } from '#contract/shop/cloth-view.ts';
import { isPending } from '#offline/outbox/attempts.ts';
import type {
  CustomRequestOp,
  DoneOp,
  DraftState,
  MessageAbout,
  OpKind,
  OpProblem,
  RefusedOp,
} from '#offline/outbox/rows.ts';

/** A change that hasn't reached the shop yet. */
export interface PendingChange {
  readonly opId: string;
  readonly kind: OpKind;
  /** The design's title; null if this device never saw it. */
  readonly title: string | null;
  /** The view to keep, if any. */
  readonly view?: ClothView | null | undefined;
  readonly problem: OpProblem | null;
}

/** A custom request that is waiting to be sent, or was refused. */
export interface ListedRequest {
  readonly opId: string;
  readonly state: Exclude<CustomRequestOp['state'], DraftState>;
  /** The start of its description. */
  readonly title: string;
  readonly images: number;
  /** Of a message, with its text. */
  readonly about?: MessageAbout;
  readonly text: string;
  /** Of a review: 1 to 5. */
  readonly stars?: number;
  /** Of a review: it is to be taken back. */
  readonly takesBack?: true;
  readonly problem: OpProblem | null;
}

/** The state of this account's changes. Leaves out a visitor's changes, which are only sent after signing in. */
export interface SyncView {
  /** In sending order. */
  readonly waiting: readonly PendingChange[];
  /** Oldest first. */
  readonly refused: readonly RefusedOp[];
  /** Oldest first. Includes a visitor's, because custom requests need no account. */
  readonly requests: readonly ListedRequest[];
  /** Newest first. */
  readonly done: readonly DoneOp[];
  /** Set while something between the device and the shop blocks a change. `status` is the HTTP status of its answer; null if that looks like a success. */
  readonly blocked: { readonly status: number | null } | null;
  /** False if the browser doesn't store the changes: they are lost when the page closes. */
  readonly isStored: boolean;
  /** Whether a change is being sent now, by any tab or the worker. */
  readonly isSending: boolean;
  /** ISO 8601, when the shop last answered for this account; null: never, or nobody is signed in. */
  readonly answeredAt: string | null;
}

/** How many changes are waiting to be sent. Refused ones don't count; they wait for the buyer. */
export function countPending({ waiting, requests }: SyncView): number {
  return waiting.length + requests.filter(isPending).length;
}

/** Whether a change is waiting because the shop's storage is full. */
export function isShopFull({ waiting, requests }: SyncView): boolean {
  const waits = [...waiting, ...requests.filter(isPending)];
  return waits.some(({ problem }) => problem?.code === 'STORAGE_FULL');
}

export const nothingToSync: SyncView = {
  waiting: [],
  refused: [],
  requests: [],
  done: [],
  blocked: null,
  isStored: true,
  isSending: false,
  answeredAt: null,
};
