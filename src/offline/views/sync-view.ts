import type { DoneOp, OpKind, OpProblem, RefusedOp } from '#offline/outbox/rows.ts';

/** A change that has not reached the shop yet. */
export interface PendingChange {
  readonly opId: string;
  readonly kind: OpKind;
  /** Of the design; null where this device never saw it. */
  readonly title: string | null;
  readonly problem: OpProblem | null;
}

/** A custom request that waits to be sent, or was sent back. */
export interface ListedRequest {
  readonly opId: string;
  readonly isRefused: boolean;
  /** How it begins. */
  readonly title: string;
  readonly images: number;
  readonly problem: OpProblem | null;
}

/** What becomes of this account's changes. A visitor's wait for a sign-in and aren't counted. */
export interface SyncView {
  /** In the order in which they are sent. */
  readonly waiting: readonly PendingChange[];
  /** Oldest first. */
  readonly refused: readonly RefusedOp[];
  /** Oldest first. A visitor's too: they need no account. */
  readonly requests: readonly ListedRequest[];
  /** Newest first. */
  readonly done: readonly DoneOp[];
  /** Something between the device and the shop keeps a change from it: with this HTTP status, or null where its answer says that all is well. */
  readonly blocked: { readonly status: number | null } | null;
  /** False where the browser keeps nothing: the changes live as long as the page. */
  readonly isKept: boolean;
  /** One of them is on its way, from any tab or the worker. */
  readonly isSending: boolean;
  /** ISO 8601: when the shop last answered for this account; null: never, or nobody is signed in. */
  readonly answeredAt: string | null;
}

/** How many changes are to be sent; what was sent back waits for the buyer. */
export function countPending({ waiting, requests }: SyncView): number {
  return waiting.length + requests.filter(({ isRefused }) => !isRefused).length;
}

/** Whether a change waits because the shop's storage is full. */
export function isShopFull({ waiting, requests }: SyncView): boolean {
  const waits = [...waiting, ...requests.filter(({ isRefused }) => !isRefused)];
  return waits.some(({ problem }) => problem?.code === 'STORAGE_FULL');
}

export const nothingToSync: SyncView = {
  waiting: [],
  refused: [],
  requests: [],
  done: [],
  blocked: null,
  isKept: true,
  isSending: false,
  answeredAt: null,
};
