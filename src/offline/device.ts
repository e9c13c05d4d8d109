import type { SavedSession } from '#api/saved-session.ts';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import type { Order } from '#contract/shop/order.ts';
import type { Product } from '#contract/shop/product.ts';
import { createCurrentEngine, type EngineEvents } from './accounts/current-engine.ts';
import type { CustomRequests } from './accounts/custom-requests.ts';
import type { DeviceParts, SyncOptions, SyncResult } from './accounts/engine-parts.ts';
import type { OwnRequests } from './accounts/own-requests.ts';
import type { StallNotes } from './accounts/stall-notes.ts';
import type { AccountEngine } from './accounts/sync-engine.ts';
import { whileOpen } from './accounts/while-open.ts';
import type { RecoverySign } from './outbox/outage.ts';
import type { ListLine, ListName, RefusedOp, SoldGoods } from './outbox/rows.ts';
import type { Copies, SavedOrders } from './stores/account-store.ts';
import type { StoredChanges } from './stores/stored-changes.ts';
import type { CartView } from './views/cart-view.ts';
import { createDeviceViews } from './views/device-views.ts';
import type { SoldView } from './views/sold-view.ts';
import type { SyncView } from './views/sync-view.ts';
import type { WishlistView } from './views/wishlist-view.ts';

/** The rows on this device, of the account that is signed in. Dexie is loaded on first use, not with the page. */
export interface Device {
  /** The current cart: from the first-paint cache until the database is open, then live across all tabs. */
  cart(): CartView;
  watchCart(listener: () => void): () => void;
  /** The current wishlist, from the same sources. */
  wishlist(): WishlistView;
  watchWishlist(listener: () => void): () => void;
  /** The ids of designs this account has bought, each with its newest order's, as far as this device knows; empty for a visitor. */
  bought(): ReadonlyMap<string, string>;
  watchBought(listener: () => void): () => void;
  /** The state of this account's changes, once the database is open. */
  syncView(): SyncView;
  watchSync(listener: () => void): () => void;
  /** Changes stored for an account whose session ended; null if there are none or somebody is signed in. */
  stored(): StoredChanges | null;
  watchStored(listener: () => void): () => void;
  on<E extends keyof EngineEvents>(event: E, listener: EngineEvents[E]): () => void;
  /** Opens the rows of the signed-in account. Call it again whenever the session changes. */
  follow(): Promise<void>;
  /**
   * Resolves with the opId once line and op are stored on the device.
   * @throws if they can't be stored
   */
  addToCart(product: Product, view?: ClothView): Promise<string>;
  /** Adds a design to the cart with the product snapshot and the view of a saved line. */
  addLineToCart(line: ListLine): Promise<string>;
  removeFromCart(productId: string): Promise<string>;
  /** Like `addToCart`. Fills the heart at once, and empties it again if the wish can't be stored. */
  wish(product: Product, view?: ClothView): Promise<string>;
  unwish(productId: string): Promise<string>;
  /** Keeps another view with a line of the cart or the wishlist, or none. Resolves like `addToCart`. */
  setView(list: ListName, line: ListLine, view: ClothView | null): Promise<string>;
  /**
   * Counts items sold under a licence of `account`. Resolves with the opId once it is stored; null: it undoes a count
   * that the shop refused.
   * @throws if it can't be stored
   */
  count(account: string, productId: string, sold: SoldGoods): Promise<string | null>;
  /** The server's id of the cart, which coupon calls need; null until the server has answered. */
  cartId(): Promise<string | null>;
  /** Restores a visitor's archived wishes, or deletes them. */
  settleArchived(isWanted: boolean): Promise<void>;
  /**
   * Retries a refused op as a new one. Resolves with its opId once it is stored; null: it is a count that was tried
   * again or dismissed elsewhere meanwhile.
   * @throws if it can't be stored, or is a count and another account signed in since
   */
  retryRefused(op: RefusedOp): Promise<string | null>;
  dismissRefused(opId: string): Promise<void>;
  /** The custom requests of the signed-in account, or of the visitor. */
  customRequests(): Promise<CustomRequests>;
  /** What customers at a stall want, as noted by the signed-in account, or the visitor. */
  stallNotes(): Promise<StallNotes>;
  /** Sends pending changes and fetches the newest answers. Skipped in an outage unless the buyer pressed for it. */
  sync(options?: SyncOptions): Promise<SyncResult>;
  /** Like `sync`, on a sign that the shop can be reached again. Shortens the backoff if it was set because no answer came. */
  reportReached(sign: RecoverySign): Promise<SyncResult>;
  /** Number of the account's changes that the server doesn't have, including refused ones and an unfinished custom request. */
  countUnsent(): Promise<number>;
  /** Number of those that are still being written, which only their owner can send. */
  countDrafts(): Promise<number>;
  /** Before a sign-out: deletes the account's rows from this device; with `keepsUnsent`, all but unsent changes and notes. */
  wipe(options: { keepsUnsent: boolean }): Promise<void>;
  /** Before somebody else uses the device: deletes what is stored of the account whose session ended, except unsent changes and notes. */
  forgetEnded(): Promise<void>;
  /** Calls back with what is saved of the server's answers now and after each change; null: nothing is. */
  watchCopy<N extends keyof Copies>(
    name: N,
    listener: (saved: Copies[N] | null) => void,
  ): () => void;
  /** Calls back with what this device knows about counts, now and after each change in any tab. */
  watchSold(listener: (sold: SoldView) => void): () => void;
  /**
   * Fetches the orders and saves them; with `maxAgeMs`, only if the saved ones are older. Returns what it saved; null: nothing.
   * @throws ApiError
   */
  refreshOrders(maxAgeMs?: number): Promise<SavedOrders | null>;
  /** Saves what the shop answered about one of the saved orders. */
  saveOrder(order: Order): Promise<void>;
  /** The custom requests that the shop has of the account. */
  ownRequests(): Promise<OwnRequests>;
}

export function createDevice(parts: DeviceParts): Device {
  const listeners = {
    merged: new Set<EngineEvents['merged']>(),
    refused: new Set<EngineEvents['refused']>(),
  };
  const views = createDeviceViews(parts.firstPaint, parts.accountId(), parts.clock.now());
  const { cart, wishlist, sync, stored, bought, showWishOptimistic } = views;
  const { accountId, engines, open } = createCurrentEngine(parts, views, {
    merged(count) {
      for (const tell of listeners.merged) tell(count);
    },
    refused(op) {
      for (const tell of listeners.refused) tell(op);
    },
  });

  async function adopt(noted: SavedSession): Promise<void> {
    parts.session.adopt(noted);
    const { ended } = noted;
    const count = ended ? await (await engines()).countStored(ended.accountId) : 0;
    // Somebody signed in or out during the count; that change has a call of its own.
    if (parts.session.noted().revision !== noted.revision) return;
    stored.show(ended && count > 0 ? { owner: ended.firstName, count } : null);
  }

  /** Opens the engine, stores a change, and starts sending it without waiting for that. */
  async function write<T>(change: (opened: AccountEngine) => Promise<T>): Promise<T> {
    const opened = await open();
    const written = await change(opened);
    void opened.sync();
    return written;
  }

  const remove = (kind: 'removeFromCart' | 'unwish', productId: string) =>
    write((opened) => opened.enqueue(kind, { productId, snapshot: null }));

  return {
    cart: cart.get,
    watchCart: cart.watch,
    wishlist: wishlist.get,
    watchWishlist: wishlist.watch,
    syncView: sync.get,
    watchSync: sync.watch,
    stored: stored.get,
    watchStored: stored.watch,
    bought: bought.get,
    watchBought: bought.watch,
    on(event, listener) {
      const set: Set<typeof listener> = listeners[event] as never;
      set.add(listener);
      return () => set.delete(listener);
    },
    async follow() {
      const [loaded] = await Promise.all([engines(), parts.session.whenKnown()]);
      const noting = loaded.noteSession(parts.session.noted()).then(adopt);
      await Promise.all([noting, open()]);
    },
    addToCart: (product, view) => write((opened) => opened.add('addToCart', product, view)),
    addLineToCart: (line) => write((opened) => opened.enqueue('addToCart', line)),
    removeFromCart: (productId) => remove('removeFromCart', productId),
    async wish(product, view) {
      showWishOptimistic(product._id, true);
      try {
        return await write((opened) => opened.add('wish', product, view));
      } catch (error) {
        showWishOptimistic(product._id, false);
        throw error;
      }
    },
    unwish: (productId) => remove('unwish', productId),
    setView: (list, { productId, snapshot }, view) =>
      write((opened) =>
        opened.enqueue(list === 'cart' ? 'addToCart' : 'wish', { productId, snapshot, view }),
      ),
    cartId: async () => (await open()).cartId(),
    settleArchived: async (isWanted) => (await open()).settleArchived(isWanted),
    count: (account, productId, sold) => write((opened) => opened.count(account, productId, sold)),
    async retryRefused(op) {
      const account = accountId() ?? '';
      const opened = await open();
      const opId = await (op.kind === 'countSold'
        ? opened.count(account, op.productId, op.sold, op.opId)
        : opened.enqueue(op.kind, op));
      void opened.sync({ pressed: true });
      return opId;
    },
    dismissRefused: async (opId) => (await open()).dismissRefused(opId),
    customRequests: async () => (await open()).customRequests,
    stallNotes: async () => (await open()).stallNotes,
    sync: async (options) => (await open()).sync(options),
    reportReached: async (sign) => (await open()).reportReached(sign),
    countUnsent: async () => (accountId() === null ? 0 : (await open()).countUnsent()),
    countDrafts: async () => (accountId() === null ? 0 : (await open()).countDrafts()),
    wipe: async ({ keepsUnsent }) => (await open()).wipe(keepsUnsent),
    async forgetEnded() {
      await adopt(await (await engines()).forgetEnded(parts.session.noted()));
    },
    watchCopy: (name, listener) =>
      whileOpen(
        open,
        (opened) => opened.store.watchCopy(name, listener),
        () => listener(null),
      ),
    watchSold: (listener) =>
      whileOpen(
        open,
        (opened) => opened.watchSold(listener),
        () => {},
      ),
    refreshOrders: async (maxAgeMs) => (await open()).refreshOrders(maxAgeMs),
    saveOrder: async (order) => (await open()).saveOrder(order),
    ownRequests: async () => (await open()).ownRequests,
  };
}
