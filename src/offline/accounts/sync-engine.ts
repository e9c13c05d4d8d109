import type { Order } from '#contract/shop/order.ts';
import type { RecoverySign } from '#offline/outbox/outage.ts';
import { dismissRefused } from '#offline/outbox/outbox-rules.ts';
import { isDraft, unsentRequests } from '#offline/outbox/request-rules.ts';
import type { AccountRows, ListName } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { readShopTime, saveHolder } from '#offline/stores/device-database.ts';
import { wipeStore } from '#offline/stores/wipe-store.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { cartViewOf } from '#offline/views/cart-view-of.ts';
import { type SoldView, soldViewOf } from '#offline/views/sold-view.ts';
import type { SyncView } from '#offline/views/sync-view.ts';
import { syncViewOf } from '#offline/views/sync-view-of.ts';
import type { WishlistView } from '#offline/views/wishlist-view.ts';
import { wishlistViewOf } from '#offline/views/wishlist-view-of.ts';
import { forgetArchived, restoreArchived } from './archive-wishes.ts';
import { type CustomRequests, createCustomRequests } from './custom-requests.ts';
import type {
  EngineParts,
  LateMerge,
  OpenedRows,
  SyncOptions,
  SyncResult,
} from './engine-parts.ts';
import { createListRefresh } from './list-refresh.ts';
import { createOrderRefresh, type RefreshOrders, saveOrder } from './order-refresh.ts';
import { createOwnChanges, type OwnChanges } from './own-changes.ts';
import { createOwnRequests, type OwnRequests } from './own-requests.ts';
import { createStallNotes, type StallNotes } from './stall-notes.ts';
import { createSyncRun } from './sync-run.ts';
import { createSyncRuns } from './sync-runs.ts';

/** What screens show after one commit. */
export interface ListViews {
  readonly cart: CartView;
  readonly wishlist: WishlistView;
  readonly sync: SyncView;
}

/** The rows of one account, or the visitor, kept in sync with the server. */
export interface AccountEngine extends OwnChanges {
  readonly store: AccountStore;
  /** Number of a visitor's lines merged when this account was opened. */
  readonly addedFromVisitor: number;
  readonly lateMerge: LateMerge | null;
  /** Calls back now and after each commit in any tab. Returns a function that stops it. */
  watch(onViews: (views: ListViews) => void): () => void;
  /** Calls back with what this device knows about counts, now and after each commit in any tab. */
  watchSold(onSold: (sold: SoldView) => void): () => void;
  /** Sends pending changes, then fetches the server's newest answer. Skipped in an outage. Joins a run in progress. */
  sync(options?: SyncOptions): Promise<SyncResult>;
  /** Like `sync`, on a sign that the shop can be reached again. */
  reportReached(sign: RecoverySign): Promise<SyncResult>;
  /** The server's id of the cart, which coupon calls need; null until the server has answered. */
  cartId(): Promise<string | null>;
  /** When the shop last answered for this account's list on this device (ISO 8601); null: never. */
  answeredAt(list: ListName): Promise<string | null>;
  dismissRefused(opId: string): Promise<void>;
  readonly customRequests: CustomRequests;
  readonly stallNotes: StallNotes;
  /** Restores a visitor's archived wishes, or deletes them. */
  settleArchived(isWanted: boolean): Promise<void>;
  readonly refreshOrders: RefreshOrders;
  /** Saves what the shop answered about one of the saved orders. */
  saveOrder(order: Order): Promise<void>;
  readonly ownRequests: OwnRequests;
  /** Number of changes that the server doesn't have or refused, drafts among them. */
  countUnsent(): Promise<number>;
  /** Number of those that are still being written, which only their owner can send. */
  countDrafts(): Promise<number>;
  /** Deletes the account's rows. With `keepsUnsent`, its notes and the changes that `countUnsent` counts stay for its next sign-in. */
  wipe(keepsUnsent: boolean): Promise<void>;
  close(): void;
}

export function createEngine(parts: EngineParts, opened: OpenedRows): AccountEngine {
  const { clock, backoff } = parts;
  const { store, accountId } = opened;
  let isClosed = false;

  const isCurrent = () => !isClosed && parts.accountId() === accountId;
  const owner = { name: accountId ?? 'visitor', isCurrent };
  const customRequests = createCustomRequests(parts, store, {
    ...owner,
    keepSending: (isPressed) => runs.sendRequests(isPressed),
  });
  const lists = createListRefresh(parts, store, isCurrent);
  const runs = createSyncRuns(parts, {
    sync: createSyncRun(parts, opened, { lists, isCurrent }),
    sendRequests: (isPressed) => customRequests.send({ pressed: isPressed }),
  });

  function sync({ pressed = false }: SyncOptions = {}): Promise<SyncResult> {
    lists.request();
    return runs.sync(pressed);
  }

  const countChangesDrafts = async () =>
    (await store.readCopy('changesDrafts').catch(() => null))?.drafts.length ?? 0;

  function close(): void {
    isClosed = true;
    runs.stop();
    if (store.trouble === null) store.close();
  }

  return {
    store,
    addedFromVisitor: opened.addedFromVisitor,
    lateMerge: opened.lateMerge,
    watch: (onViews) => watchViews(opened, onViews),
    ...createOwnChanges(parts, opened),
    watchSold: (onSold) => store.watch((rows) => onSold(soldViewOf(rows))),
    sync,
    async reportReached(sign) {
      // The sign is often the answer to this run's own request; then this run fetches the lists.
      const underWay = runs.underWay();
      await backoff.shorten(sign);
      const result = await underWay;
      return result?.isEmpty && result.retryAt === null ? result : sync();
    },
    customRequests,
    stallNotes: createStallNotes(parts, store),
    async cartId() {
      const { serverSets } = await store.read();
      return serverSets.find(({ name }) => name === 'cart')?.cart?.cartId ?? null;
    },
    async answeredAt(list) {
      const { serverSets } = await store.read();
      return serverSets.find(({ name }) => name === list)?.answeredAt ?? null;
    },
    async dismissRefused(opId) {
      await store.change((rows) => dismissRefused(rows, opId));
    },
    async settleArchived(isWanted) {
      await store.change((rows) =>
        isWanted ? restoreArchived(rows, clock.now()) : forgetArchived(rows),
      );
    },
    refreshOrders: createOrderRefresh(parts, store, owner),
    saveOrder: (order) => saveOrder(store, order),
    ownRequests: createOwnRequests(parts, store, isCurrent),
    async countUnsent() {
      const rows = await store.read();
      const begun = unsentRequests(rows).length + (await countChangesDrafts());
      return rows.outbox.length + rows.refused.length + begun;
    },
    async countDrafts() {
      const requests = unsentRequests(await store.read()).filter(({ state }) => isDraft(state));
      return requests.length + (await countChangesDrafts());
    },
    async wipe(keepsUnsent) {
      // Recorded first: a database that doesn't answer may delete the rows only after this page is gone.
      const discarded = keepsUnsent ? null : accountId;
      if (discarded !== null) parts.discards.add(discarded);
      const isDone = await wipeStore(store, keepsUnsent, await readShopTime(parts.idb));
      if (isDone && discarded !== null) parts.discards.remove(discarded);
      // Unsent changes stay for the account's next sign-in.
      await saveHolder(parts.idb, null).catch(() => {});
      close();
    },
    close,
  };
}

function watchViews(opened: OpenedRows, onViews: (views: ListViews) => void): () => void {
  const { store, lateMerge } = opened;
  let shown: AccountRows | null = null;
  const stopRows = store.watch((rows) => {
    shown = rows;
    onViews(viewsOf(rows, opened));
  });
  const stopVisitor = lateMerge?.visitor.watch(() => {
    if (shown) onViews(viewsOf(shown, opened));
  });
  return () => {
    stopRows();
    stopVisitor?.();
  };
}

function viewsOf(rows: AccountRows, { store, accountId, lateMerge }: OpenedRows): ListViews {
  const isRead = store.isRead && lateMerge?.visitor.isRead !== false;
  const { trouble } = store;
  return {
    cart: cartViewOf(rows, accountId, { trouble, isRead }),
    wishlist: wishlistViewOf(rows, accountId, { trouble, isRead }),
    sync: syncViewOf(rows, accountId, trouble === null),
  };
}
