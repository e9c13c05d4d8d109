import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { Order } from '#contract/shop/order.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';

/** The last known orders, with the instant they were answered (ISO 8601). */
export interface SavedOrders {
  readonly orders: readonly Order[];
  /** What the licences of their items say; left out by versions of the shop that knew all texts. */
  readonly licenceTexts?: readonly LicenceText[];
  readonly savedAt: string;
}

/** Why rows live only as long as the page: the browser gives no storage, its database says nothing, or the device has no room. */
export type StoreTrouble = 'blocked' | 'silent' | 'full';

/**
 * The rows of one account, or of the visitor, on this device. `change` is atomic: the rule sees
 * the newest rows of every tab and either all of its changes are kept, on the disk, or none.
 */
export interface AccountStore {
  /** Null: what is changed is on the device. */
  readonly trouble: StoreTrouble | null;
  /** False while what the device keeps can't be read. */
  readonly isRead: boolean;
  /** False once it was closed, here or by another tab that deletes or upgrades it; open it anew then. */
  isOpen(): boolean;
  read(): Promise<AccountRows>;
  /** @throws when the browser can't keep the change (quota, closed storage); nothing changed then. */
  change(rule: (rows: AccountRows) => AccountRows): Promise<AccountRows>;
  readOrders(): Promise<SavedOrders | null>;
  saveOrders(saved: SavedOrders): Promise<void>;
  /** Calls back now and after each commit of any tab. Returns the stop. */
  watch(onRows: (rows: AccountRows) => void): () => void;
  watchOrders(onOrders: (saved: SavedOrders | null) => void): () => void;
  /**
   * Deletes everything but what `keep` leaves of the newest rows of every tab, as one step; the
   * store takes no change afterwards.
   */
  wipe(keep: (rows: AccountRows) => AccountRows): Promise<void>;
  close(): void;
}
