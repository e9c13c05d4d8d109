import { hasAnswered, reportReach } from '#api/reach.ts';
import type { SavedSession } from '#api/saved-session.ts';
import type { Product } from '#contract/shop/product.ts';
import type { Engines } from './accounts/account-engine.ts';
import type { CustomRequests } from './accounts/custom-requests.ts';
import type { DeviceParts, SyncOptions, SyncResult } from './accounts/engine-parts.ts';
import type { AccountEngine, SetViews } from './accounts/sync-engine.ts';
import type { RecoverySign } from './outbox/outage.ts';
import type { RefusedOp, SetLine, SetName } from './outbox/rows.ts';
import type { SavedOrders } from './stores/account-store.ts';
import type { StoredChanges } from './stores/stored-changes.ts';
import { boughtDesigns } from './views/bought-designs.ts';
import {
  type CartView,
  cartFirstPaint,
  emptyCartView,
  readCartFirstPaint,
  withSavedCart,
} from './views/cart-view.ts';
import { createShownView } from './views/shown-view.ts';
import { nothingToSync, type SyncView } from './views/sync-view.ts';
import {
  asOpened,
  emptyWishlistView,
  idsOf,
  isExpired,
  readWishlistFirstPaint,
  type WishlistView,
  wishlistFirstPaint,
  withSavedWishlist,
} from './views/wishlist-view.ts';

/** Saved orders older than this are refreshed after the shop's next answer, in ms. */
const ordersFreshMs = 60 * 60_000;

export interface DeviceEvents {
  /** A visitor's lines were merged into the account's cart and wishlist. */
  readonly merged: (count: number) => void;
  /** The server refused an op; its set's view keeps listing it. */
  readonly refused: (op: RefusedOp) => void;
}

/** The rows on this device, of whoever is signed in. Dexie is loaded on first use, not with the page. */
export interface Device {
  /** The current cart: from the first-paint cache until the database is open, then live across all tabs. */
  cart(): CartView;
  watchCart(listener: () => void): () => void;
  /** The current wishlist, from the same sources. */
  wishlist(): WishlistView;
  watchWishlist(listener: () => void): () => void;
  /** The ids of designs this account has bought, as far as this device knows; empty for a visitor. */
  bought(): ReadonlySet<string>;
  watchBought(listener: () => void): () => void;
  /** The state of this account's changes, once the database is open. */
  syncView(): SyncView;
  watchSync(listener: () => void): () => void;
  /** Changes stored for an account whose session ended; null if there are none or somebody is signed in. */
  stored(): StoredChanges | null;
  watchStored(listener: () => void): () => void;
  on<E extends keyof DeviceEvents>(event: E, listener: DeviceEvents[E]): () => void;
  /** Opens the rows of the signed-in account. Call it again whenever the session changes. */
  follow(): Promise<void>;
  /**
   * Resolves with the opId once line and op are stored on the device.
   * @throws if they can't be stored
   */
  addToCart(product: Product): Promise<string>;
  /** Adds a design to the cart with the product snapshot of a saved line. */
  addLineToCart(line: SetLine): Promise<string>;
  removeFromCart(productId: string): Promise<string>;
  /** Like `addToCart`. Fills the heart at once, and empties it again if the wish can't be stored. */
  wish(product: Product): Promise<string>;
  unwish(productId: string): Promise<string>;
  /** The server's id of the cart, which coupon calls need; null until the server has answered. */
  cartId(): Promise<string | null>;
  /** Restores a visitor's archived wishes, or deletes them. */
  settleArchived(isWanted: boolean): Promise<void>;
  /** Retries a refused op as a new one. Resolves with its opId once it is stored. */
  retryRefused(op: RefusedOp): Promise<string>;
  dismissRefused(opId: string): Promise<void>;
  /** The custom requests of the signed-in account, or of the visitor. */
  customRequests(): Promise<CustomRequests>;
  /** Sends pending changes and fetches the newest answers. Skipped in an outage unless the buyer pressed for it. */
  sync(options?: SyncOptions): Promise<SyncResult>;
  /** Like `sync`, on a sign that the shop can be reached again. Shortens the backoff if it was set because no answer came. */
  reportReached(sign: RecoverySign): Promise<SyncResult>;
  /** Number of the account's changes that the server doesn't have, including refused ones and an unfinished custom request. */
  countUnsent(): Promise<number>;
  /** Before a sign-out: deletes the account's rows from this device. */
  wipe(options: { keepsUnsent: boolean }): Promise<void>;
  /** Before somebody else uses the device: deletes what is stored of the account whose session ended, except unsent changes. */
  forgetEnded(): Promise<void>;
  /** Calls back with the saved orders now and after each change; null: none are saved. */
  watchOrders(listener: (saved: SavedOrders | null) => void): () => void;
  /**
   * Fetches the orders and saves them; with `maxAgeMs`, only if the saved ones are older. Returns what it saved; null: nothing.
   * @throws ApiError
   */
  refreshOrders(maxAgeMs?: number): Promise<SavedOrders | null>;
}

export function createDevice(parts: DeviceParts): Device {
  const listeners = {
    merged: new Set<DeviceEvents['merged']>(),
    refused: new Set<DeviceEvents['refused']>(),
  };
  const { firstPaint, clock } = parts;
  let accountId = parts.accountId();
  const cart = createShownView(readCartFirstPaint(firstPaint.read('cart'), accountId), (view) =>
    firstPaint.write('cart', cartFirstPaint(view)),
  );
  const savedWishlist = readWishlistFirstPaint(
    firstPaint.read('wishlist'),
    firstPaint.read('lastWishlistUpdate'),
    accountId,
    clock.now(),
  );
  const wishlist = createShownView(savedWishlist, (view) => {
    firstPaint.write('wishlist', wishlistFirstPaint(view));
    firstPaint.write('lastWishlistUpdate', view.updatedAt);
  });
  const syncShown = createShownView(nothingToSync, () => {});
  const stored = createShownView<StoredChanges | null>(null, () => {});
  const bought = createShownView(boughtDesigns(null), () => {});
  let engine: Promise<AccountEngine> | null = null;
  let running: AccountEngine | null = null;
  let engines: Promise<Engines> | null = null;
  let stopWatching = () => {};

  function loadEngines(): Promise<Engines> {
    engines ??= import('./accounts/account-engine.ts').then((loaded) =>
      loaded.createEngines(parts),
    );
    return engines.catch((error: unknown) => {
      engines = null;
      throw error;
    });
  }

  async function start(): Promise<AccountEngine> {
    const id = accountId;
    const [engines] = await Promise.all([loadEngines(), parts.session.whenKnown()]);
    if (parts.accountId() !== id) return open();
    const opened = await engines.open(id);
    if (id !== accountId) {
      opened.close();
      return open();
    }
    running = opened;
    const openedAt = clock.now();
    let isInVain: Readonly<Record<SetName, boolean>> = { cart: false, wishlist: false };
    let read: SetViews | null = null;
    /** The newest answer when the account was opened. One that came later is never older than a week. */
    let answeredBefore: string | null | undefined;
    const showRead = () => {
      if (!read || running !== opened) return;
      const isUnanswered = isInVain.cart && !read.cart.isLoaded;
      cart.show({ ...withSavedCart(read.cart, cart.get()), isUnanswered });
      const isAsOpened = read.wishlist.answeredAt === answeredBefore;
      const saved = withSavedWishlist(read.wishlist, wishlist.get());
      wishlist.show(isAsOpened ? asOpened(saved, openedAt, isInVain.wishlist) : saved);
      syncShown.show(read.sync);
    };
    const stopOrders = opened.store.watchOrders((saved) => {
      if (running === opened) bought.show(boughtDesigns(saved));
    });
    const stopRows = opened.watch((next) => {
      if (id !== accountId) return;
      if (answeredBefore === undefined) answeredBefore = next.wishlist.answeredAt;
      const known = read && new Set(read.cart.refused.map(({ opId }) => opId));
      const isAnswered = Date.parse(next.sync.answeredAt ?? '') >= openedAt;
      const isNews = next.sync.answeredAt !== read?.sync.answeredAt;
      // Refresh orders only right after an answer, when the shop can be reached.
      if (isAnswered && isNews) opened.refreshOrders(ordersFreshMs).catch(ignoreFailure);
      read = next;
      showRead();
      for (const op of next.cart.refused) {
        if (known && !known.has(op.opId)) for (const tell of listeners.refused) tell(op);
      }
    });
    stopWatching = () => {
      stopOrders();
      stopRows();
    };
    if (opened.addedFromVisitor > 0) {
      for (const tell of listeners.merged) tell(opened.addedFromVisitor);
    }
    void opened
      .sync()
      .then(({ isOutage }) => {
        if (isOutage) noteOutage(opened);
        return Promise.all([opened.answeredAt('cart'), opened.answeredAt('wishlist')]);
      })
      .then(([cartAt, wishlistAt]) => {
        isInVain = {
          cart: cartAt === null,
          wishlist: wishlistAt === null || isExpired(wishlistAt, openedAt),
        };
        showRead();
      })
      .catch(ignoreFailure);
    return opened;
  }

  /** The engine of the signed-in account, or of the visitor. */
  function open(): Promise<AccountEngine> {
    const current = parts.accountId();
    if (current !== accountId || running?.store.isOpen() === false) {
      stopWatching();
      running?.close();
      running = null;
      engine = null;
      if (current !== accountId) {
        cart.show(emptyCartView(current));
        wishlist.show(emptyWishlistView(current));
        syncShown.show(nothingToSync);
        bought.show(boughtDesigns(null));
      }
      accountId = current;
    }
    if (!engine) {
      const starting = start();
      engine = starting;
      // A chunk that failed to load may load on the next call.
      starting.catch(() => {
        if (engine !== starting) return;
        engine = null;
        cart.showOptimistic({ ...cart.get(), isUnanswered: true });
        wishlist.showOptimistic({ ...wishlist.get(), isUnanswered: true });
      });
    }
    return engine;
  }

  async function adopt(noted: SavedSession): Promise<void> {
    parts.session.adopt(noted);
    const { ended } = noted;
    const count = ended ? await (await loadEngines()).countStored(ended.accountId) : 0;
    // Somebody signed in or out during the count; that change has a call of its own.
    if (parts.session.noted().revision !== noted.revision) return;
    stored.show(ended && count > 0 ? { owner: ended.firstName, count } : null);
  }

  /** Opens the engine, stores a change, and starts sending it without waiting for that. */
  async function write(change: (opened: AccountEngine) => Promise<string>): Promise<string> {
    const opened = await open();
    const opId = await change(opened);
    void opened.sync();
    return opId;
  }

  /** Shows the heart before its change is stored, or takes that back. */
  function showWishOptimistic(productId: string, isWished: boolean): void {
    const view = wishlist.get();
    const ids = new Set(view.ids);
    if (isWished) ids.add(productId);
    else if (!idsOf(view.lines).has(productId)) ids.delete(productId);
    wishlist.showOptimistic({ ...view, ids });
  }

  return {
    cart: cart.get,
    watchCart: cart.watch,
    wishlist: wishlist.get,
    watchWishlist: wishlist.watch,
    syncView: syncShown.get,
    watchSync: syncShown.watch,
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
      const [engines] = await Promise.all([loadEngines(), parts.session.whenKnown()]);
      const noting = engines.noteSession(parts.session.noted()).then(adopt);
      await Promise.all([noting, open()]);
    },
    addToCart: (product) => write((opened) => opened.add('addToCart', product)),
    addLineToCart: ({ productId, snapshot }) =>
      write((opened) => opened.enqueue('addToCart', productId, snapshot)),
    removeFromCart: (productId) =>
      write((opened) => opened.enqueue('removeFromCart', productId, null)),
    async wish(product) {
      showWishOptimistic(product._id, true);
      try {
        return await write((opened) => opened.add('wish', product));
      } catch (error) {
        showWishOptimistic(product._id, false);
        throw error;
      }
    },
    unwish: (productId) => write((opened) => opened.enqueue('unwish', productId, null)),
    cartId: async () => (await open()).cartId(),
    settleArchived: async (isWanted) => (await open()).settleArchived(isWanted),
    async retryRefused({ kind, productId, snapshot }) {
      const opened = await open();
      const opId = await opened.enqueue(kind, productId, snapshot);
      void opened.sync({ pressed: true });
      return opId;
    },
    dismissRefused: async (opId) => (await open()).dismissRefused(opId),
    customRequests: async () => (await open()).customRequests,
    sync: async (options) => (await open()).sync(options),
    reportReached: async (sign) => (await open()).reportReached(sign),
    countUnsent: async () => (accountId === null ? 0 : (await open()).countUnsent()),
    wipe: async ({ keepsUnsent }) => (await open()).wipe(keepsUnsent),
    async forgetEnded() {
      const engines = await loadEngines();
      await adopt(await engines.forgetEnded(parts.session.noted()));
    },
    watchOrders(listener) {
      let stop = () => {};
      let isStopped = false;
      open().then(
        (opened) => {
          if (!isStopped) stop = opened.store.watchOrders(listener);
        },
        () => listener(null),
      );
      return () => {
        isStopped = true;
        stop();
      };
    },
    refreshOrders: async (maxAgeMs) => (await open()).refreshOrders(maxAgeMs),
  };
}

/** The outage began before this page. If the shop has answered this page, it is over; otherwise show that the shop is out of reach. */
function noteOutage(opened: AccountEngine): void {
  if (hasAnswered()) void opened.reportReached('answer');
  else reportReach(false);
}

/** The rows were wiped or upgraded, or the shop didn't answer: the next open tries again. */
function ignoreFailure(): void {}
