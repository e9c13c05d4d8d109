import type { ClothView } from '#contract/shop/cloth-view.ts';
import type { Product } from '#contract/shop/product.ts';
import { enqueue, type SetChange } from '#offline/outbox/enqueue.ts';
import type { RecoverySign } from '#offline/outbox/outage.ts';
import { dismissRefused, nextOp } from '#offline/outbox/outbox-rules.ts';
import { productSnapshot } from '#offline/outbox/product-snapshot.ts';
import { unsentRequests } from '#offline/outbox/request-rules.ts';
import type { AccountRows, OutboxOp, SetName, SetOpKind, SoldGoods } from '#offline/outbox/rows.ts';
import { enqueueCount } from '#offline/outbox/sold-counts.ts';
import { type Drained, drainOutbox, nothingToSend } from '#offline/sending/drainer.ts';
import { sendOp } from '#offline/sending/send-op.ts';
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
import type { EngineParts, SyncOptions, SyncResult } from './engine-parts.ts';
import { createOrderRefresh, type RefreshOrders } from './order-refresh.ts';
import { refreshSnapshots } from './refresh-snapshots.ts';
import { createSetRefresh } from './set-refresh.ts';
import { createStallNotes, type StallNotes } from './stall-notes.ts';
import { createSyncRuns } from './sync-runs.ts';

/** What screens show after one commit. */
export interface SetViews {
  readonly cart: CartView;
  readonly wishlist: WishlistView;
  readonly sync: SyncView;
}

/** What a change is about, and how the buyer saw it. */
export type ChangedDesign = Pick<SetChange, 'productId' | 'snapshot' | 'view'>;

/** The rows of one account, or the visitor, kept in sync with the server. */
export interface AccountEngine {
  readonly store: AccountStore;
  /** Number of a visitor's lines merged when this account was opened. */
  readonly addedFromVisitor: number;
  /** Calls back now and after each commit in any tab. Returns a function that stops it. */
  watch(onViews: (views: SetViews) => void): () => void;
  /** Enqueues adding a design to a set, with a snapshot of the product as it is now. */
  add(kind: 'addToCart' | 'wish', product: Product, view?: ClothView): Promise<string>;
  /** Enqueues a change and applies it to the visible lines. Resolves with the opId once both are stored. */
  enqueue(kind: SetOpKind, design: ChangedDesign): Promise<string>;
  /**
   * Enqueues goods counted for a licence of `accountId`, in place of the refused op `retried` if it is given. Resolves
   * with the opId once it is stored; null: there was nothing to add, as `enqueueCount` says.
   * @throws if this isn't the engine of that account, or the change can't be stored
   */
  count(
    accountId: string,
    productId: string,
    sold: SoldGoods,
    retried?: string,
  ): Promise<string | null>;
  /** Calls back with what this device knows about counts, now and after each commit in any tab. */
  watchSold(onSold: (sold: SoldView) => void): () => void;
  /** Sends pending changes, then fetches the server's newest answer. Skipped in an outage. Joins a run in progress. */
  sync(options?: SyncOptions): Promise<SyncResult>;
  /** Like `sync`, on a sign that the shop can be reached again. */
  reportReached(sign: RecoverySign): Promise<SyncResult>;
  /** The server's id of the cart, which coupon calls need; null until the server has answered. */
  cartId(): Promise<string | null>;
  /** When the shop last answered for this account's set on this device (ISO 8601); null: never. */
  answeredAt(set: SetName): Promise<string | null>;
  dismissRefused(opId: string): Promise<void>;
  readonly customRequests: CustomRequests;
  readonly stallNotes: StallNotes;
  /** Restores a visitor's archived wishes, or deletes them. */
  settleArchived(isWanted: boolean): Promise<void>;
  readonly refreshOrders: RefreshOrders;
  /** Number of changes that the server doesn't have or refused. */
  countUnsent(): Promise<number>;
  /** Deletes the account's rows. With `keepsUnsent`, its notes and the changes that `countUnsent` counts stay for its next sign-in. */
  wipe(keepsUnsent: boolean): Promise<void>;
  close(): void;
}

/** The rows an engine works on, and the account they belong to. */
interface Opened {
  readonly store: AccountStore;
  readonly accountId: string | null;
  readonly deviceId: string;
  readonly addedFromVisitor: number;
}

export function createEngine(parts: EngineParts, opened: Opened): AccountEngine {
  const { request, clock, backoff } = parts;
  const { store, accountId, deviceId } = opened;
  let isClosed = false;

  const isCurrent = () => !isClosed && parts.accountId() === accountId;
  const now = () => new Date(clock.now()).toISOString();
  const ownerName = accountId ?? 'visitor';
  const customRequests = createCustomRequests(parts, store, { name: ownerName, isCurrent });
  const sets = createSetRefresh(parts, store, isCurrent);
  async function write(
    kind: SetOpKind,
    { productId, snapshot, view }: ChangedDesign,
  ): Promise<string> {
    const opId = parts.newId();
    const isVisitors = accountId === null;
    await store.change((rows) =>
      enqueue(rows, {
        opId,
        deviceId,
        kind,
        productId,
        snapshot,
        view,
        at: now(),
        isOffline: navigator.onLine === false || backoff.retryAt() !== null,
        isVisitors,
        isRead: store.isRead,
        // With its rows in memory, this tab doesn't notice that another one merged an op into an account.
        canCancel: isVisitors && (store.trouble === null || store.trouble === 'blocked'),
      }),
    );
    return opId;
  }

  async function count(
    of: string,
    productId: string,
    sold: SoldGoods,
    retried?: string,
  ): Promise<string | null> {
    if (of !== accountId) throw new Error('The licence belongs to another account');
    const opId = parts.newId();
    const { outbox } = await store.change((rows) =>
      enqueueCount(rows, { opId, deviceId, productId, sold, at: now(), retried }),
    );
    return outbox.some((op) => op.opId === opId) ? opId : null;
  }

  /** Sends the outbox; null in an outage, when nothing was tried. */
  async function drain(isPressed: boolean): Promise<Drained | null> {
    // Checked inside the lock: another tab may have met an outage while this one waited.
    const maySend = isCurrent() && (await backoff.maySend('sync'));
    if (!maySend && !isPressed) return null;
    const send = (op: OutboxOp) => backoff.track('sync', sendOp(request, op));
    return drainOutbox({ store, send, isCurrent, clock, random: parts.random, isPressed });
  }

  async function run(isPressed: boolean): Promise<Drained> {
    if (accountId === null) {
      if (parts.sets.length > 0) await refreshSnapshots(parts, store, isCurrent, isPressed);
      return nothingToSend;
    }
    const op = nextOp(await store.read());
    // The worker fetches nothing without `sets`; it goes on to the custom requests.
    if (!op && parts.sets.length === 0) return nothingToSend;
    const drained = await parts.lock(`pinwheel-drain-${ownerName}`, () => drain(isPressed));
    const isPostponed = drained !== null && drained.retryAt !== null;
    if (drained?.isEmpty || (isPostponed && sets.isDue())) await sets.run();
    const waiting = { isEmpty: op === null, problem: op?.problem ?? null, retryAt: null };
    const { retryAt, ...rest } = drained ?? waiting;
    const times = [retryAt, backoff.retryAt()].filter((time) => time !== null);
    return { ...rest, retryAt: times.length > 0 ? Math.max(...times) : null };
  }

  const runs = createSyncRuns(parts, {
    sync: run,
    sendRequests: (isPressed) => customRequests.send({ pressed: isPressed }),
  });

  function sync({ pressed = false }: SyncOptions = {}): Promise<SyncResult> {
    sets.request();
    return runs.sync(pressed);
  }

  function close(): void {
    isClosed = true;
    runs.stop();
    if (store.trouble === null) store.close();
  }

  return {
    store,
    addedFromVisitor: opened.addedFromVisitor,
    watch: (onViews) => store.watch((rows) => onViews(viewsOf(rows, opened))),
    add: (kind, product, view) =>
      write(kind, { productId: product._id, snapshot: productSnapshot(product, now()), view }),
    enqueue: write,
    count,
    watchSold: (onSold) => store.watch((rows) => onSold(soldViewOf(rows))),
    sync,
    async reportReached(sign) {
      // The sign is often the answer to this run's own request; then this run fetches the sets.
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
    async answeredAt(set) {
      const { serverSets } = await store.read();
      return serverSets.find(({ name }) => name === set)?.answeredAt ?? null;
    },
    async dismissRefused(opId) {
      await store.change((rows) => dismissRefused(rows, opId));
    },
    async settleArchived(isWanted) {
      await store.change((rows) =>
        isWanted ? restoreArchived(rows, clock.now()) : forgetArchived(rows),
      );
    },
    refreshOrders: createOrderRefresh(parts, store, { name: accountId ?? 'visitor', isCurrent }),
    async countUnsent() {
      const rows = await store.read();
      return rows.outbox.length + rows.refused.length + unsentRequests(rows).length;
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

function viewsOf(rows: AccountRows, { store, accountId }: Opened): SetViews {
  return {
    cart: cartViewOf(rows, accountId, store),
    wishlist: wishlistViewOf(rows, accountId, store),
    sync: syncViewOf(rows, accountId, store.trouble === null),
  };
}
