import type { Mark } from '#contract/shop/delivery.ts';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { Order } from '#contract/shop/order.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import type { OwnReview } from '#contract/shop/review.ts';
import type { Thread } from '#contract/shop/thread.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';

/** When the shop was asked and answered (ISO 8601). A version that didn't note the first may have saved it. */
export interface ShopAnswer {
  readonly askedAt?: string;
  readonly savedAt: string;
}

/** The last known orders. */
export interface SavedOrders extends ShopAnswer {
  readonly orders: readonly Order[];
  /** The licence texts of their items; missing if saved by a version whose build contained all texts. */
  readonly licenceTexts?: readonly LicenceText[];
}

/** The last known custom requests, newest first. */
export interface SavedRequests extends ShopAnswer {
  readonly requests: readonly OwnRequest[];
}

/** The last known messages. */
export interface SavedThreads extends ShopAnswer {
  readonly threads: readonly Thread[];
}

/** The account's reviews. */
export interface SavedReviews extends ShopAnswer {
  readonly reviews: readonly OwnReview[];
}

/** Pictures of custom requests and messages, the last opened first. */
export interface SavedPictures {
  readonly pictures: readonly { readonly id: string; readonly blob: Blob }[];
}

/** What a buyer wants changed in a delivered design and hasn't sent yet. */
export interface ChangesDraft {
  readonly requestId: string;
  /** The version that it is about. */
  readonly delivery: number;
  readonly note: string;
  readonly marks: readonly (Mark & { readonly key: number })[];
  /** It was sent as it is, and the shop may have got it. Unset in drafts of earlier builds. */
  readonly isTried?: boolean;
}

/** What only the server changes, as it last answered, and drafts about it. */
export interface Copies {
  readonly orders: SavedOrders;
  readonly requests: SavedRequests;
  readonly threads: SavedThreads;
  readonly reviews: SavedReviews;
  readonly requestPictures: SavedPictures;
  readonly changesDrafts: { readonly drafts: readonly ChangesDraft[] };
}

/** Why rows are lost when the page closes, but for what could be noted: the browser gives no storage, its database doesn't respond, or the device is full. */
export type StoreTrouble = 'blocked' | 'silent' | 'full';

/**
 * The rows of one account, or of the visitor, on this device. `change` is atomic: the rule sees the newest
 * rows of every tab, and either all of its changes are stored on disk or none.
 */
export interface AccountStore {
  /** Null: changes are stored on the device. */
  readonly trouble: StoreTrouble | null;
  /** False while the stored rows can't be read. */
  readonly isRead: boolean;
  /** False once it was closed, by this tab or by another one that deletes or upgrades it. Then open a new store. */
  isOpen(): boolean;
  /**
   * Calls back when another tab, of a newer build, upgrades the database: this store is closed then. Returns a function
   * that stops it.
   */
  onUpgrade(listener: () => void): () => void;
  read(): Promise<AccountRows>;
  /**
   * Applies `rule` and stores the result.
   * @throws if the browser can't store the change (quota, closed storage); then nothing has changed
   */
  change(rule: (rows: AccountRows) => AccountRows): Promise<AccountRows>;
  readCopy<N extends keyof Copies>(name: N): Promise<Copies[N] | null>;
  saveCopy<N extends keyof Copies>(name: N, saved: Copies[N]): Promise<void>;
  /** Calls back now and after each commit in any tab. Returns a function that stops it. */
  watch(onRows: (rows: AccountRows) => void): () => void;
  watchCopy<N extends keyof Copies>(name: N, onCopy: (saved: Copies[N] | null) => void): () => void;
  /**
   * Deletes everything but what `keep` leaves of the newest rows of every tab, and with `keepsDrafts` the
   * drafts of wanted changes, as one step; the store takes no change afterwards. False where the device will
   * only do it once it can.
   */
  wipe(keep: (rows: AccountRows) => AccountRows, keepsDrafts?: boolean): Promise<boolean>;
  close(): void;
}
