import { ApiError } from '#api/api-error.ts';
import type { Product } from '#contract/product.ts';
import type { AccountStore } from './account-store.ts';
import type { CartView } from './cart-view.ts';
import { cartViewOf } from './cart-view-of.ts';
import type { DeviceParts } from './device.ts';
import { deviceIdOf, noteSession } from './device-database.ts';
import { openDexieStore } from './dexie-store.ts';
import { type DrainResult, drainOutbox, nothingWaits } from './drainer.ts';
import { intend } from './intents.ts';
import { createMemoryStore } from './memory-store.ts';
import { dismissRefused, receive } from './outbox-rules.ts';
import { forgetPutAway, putAwayExpired, restorePutAway } from './put-away.ts';
import { emptyRows, type OpKind, type SeenDesign, type SetName } from './rows.ts';
import { cartAnswer, seenOf, wishlistAnswer, withSeen } from './seen-design.ts';
import { sendOp } from './send-op.ts';
import { storeNameOf } from './store-name.ts';
import type { SyncView } from './sync-view.ts';
import { syncViewOf } from './sync-view-of.ts';
import { countAdded, mergeVisitor, withoutMerged } from './visitor-merge.ts';
import type { WishlistView } from './wishlist-view.ts';
import { wishlistViewOf } from './wishlist-view-of.ts';

/** What a screen can show of one commit. */
export interface SetViews {
  readonly cart: CartView;
  readonly wishlist: WishlistView;
  readonly sync: SyncView;
}

/** One account's (or the visitor's) rows, and what keeps them in step with the server. */
export interface AccountEngine {
  readonly store: AccountStore;
  /** Lines that a visitor's device brought along when this account was opened. */
  readonly addedFromVisitor: number;
  /** Calls back now and after each commit of any tab. Returns the stop. */
  watch(onViews: (views: SetViews) => void): () => void;
  /** An intent to put a design in a set; its line shows the design as it is seen now. */
  add(kind: 'addToCart' | 'wish', product: Product): Promise<string>;
  /** Writes an intent and its visible change; answers the opId once both are kept. */
  intend(kind: OpKind, productId: string, seen: SeenDesign | null): Promise<string>;
  /** Sends what waits, then takes the server's newest answer. Joins a run on its way. */
  sync(isWoken: boolean): Promise<DrainResult>;
  /** The server's id of the cart, which the coupon calls need; null until it was answered. */
  cartId(): Promise<string | null>;
  /** When the shop last answered this account's set to this device (ISO 8601); null: never. */
  answeredAt(set: SetName): Promise<string | null>;
  dismissRefused(opId: string): Promise<void>;
  /** What was put away of a visitor's wishlist comes back, or goes for good. */
  settlePutAway(isWanted: boolean): Promise<void>;
  /** Asks for the orders and keeps them. @throws ApiError */
  refreshOrders(): Promise<void>;
  /** Deletes the account's rows; with `keepsUnsent` its unsent ops stay for its next sign-in. */
  wipe(keepsUnsent: boolean): Promise<void>;
  close(): void;
}

const storageRetryMs = 60_000;
/** A visitor's line is looked up again when it was seen longer ago than this. */
const lookAgainMs = 60_000;

/** What an engine stands on, in a page or in the worker. */
export type EngineParts = Omit<DeviceParts, 'glimpse' | 'token'>;

export interface Engines {
  open(accountId: string | null): Promise<AccountEngine>;
  /** Deletes an account's rows but its unsent ops, without opening it for use. */
  forget(accountId: string): Promise<void>;
  /** Tells the worker for whom it may send. */
  noteSession(accountId: string | null, token: string | null): Promise<void>;
}

/** Opens engines over one device's storage. */
export function createEngines(parts: EngineParts): Engines {
  const memoryStores = new Map<string, AccountStore>();

  async function openStore(accountId: string | null): Promise<AccountStore> {
    const name = storeNameOf(accountId);
    const inMemory = memoryStores.get(name);
    if (inMemory) return inMemory;
    try {
      return await openDexieStore(name, parts.idb);
    } catch {
      const store = createMemoryStore();
      memoryStores.set(name, store);
      return store;
    }
  }

  /** Copies, then forgets: cut short anywhere, the next opening goes on where this one stopped. */
  async function takeOverVisitor(account: AccountStore): Promise<number> {
    const visitor = await openStore(null);
    const found = await visitor.read();
    if (found.outbox.length === 0) {
      if (visitor.isDurable) visitor.close();
      return 0;
    }
    // Adds that were never sent don't expire: what was put away comes along.
    const now = parts.clock.now();
    const whole = restorePutAway(putAwayExpired(found, now), now);
    const before = await account.read();
    const after = await account.change((rows) => mergeVisitor(rows, whole));
    const opIds = new Set(found.outbox.map(({ opId }) => opId));
    await visitor.change((rows) => withoutMerged(rows, opIds));
    await account.change((rows) => ({ ...rows, mergedOps: [] }));
    if (visitor.isDurable) visitor.close();
    return countAdded(before, after);
  }

  return {
    async open(accountId) {
      const [store, deviceId] = await Promise.all([
        openStore(accountId),
        deviceIdOf(parts.idb, parts.newId).catch(parts.newId),
      ]);
      if (accountId === null) {
        await store.change((rows) => putAwayExpired(rows, parts.clock.now()));
      }
      const addedFromVisitor =
        accountId === null ? 0 : await parts.lock('pinwheel-merge', () => takeOverVisitor(store));
      return createEngine(parts, { store, accountId, deviceId, addedFromVisitor });
    },
    forget: async (accountId) => wipeStore(await openStore(accountId), true),
    async noteSession(accountId, token) {
      const session = accountId !== null && token !== null ? { accountId, token } : null;
      // Without storage there is nothing to send in the background either.
      await noteSession(parts.idb, session).catch(() => {});
    },
  };
}

interface Opened {
  readonly store: AccountStore;
  readonly accountId: string | null;
  readonly deviceId: string;
  readonly addedFromVisitor: number;
}

function createEngine(parts: EngineParts, opened: Opened): AccountEngine {
  const { request, clock } = parts;
  const { store, accountId, deviceId } = opened;
  let isClosed = false;
  let running: Promise<DrainResult> | null = null;
  let queued: Promise<DrainResult> | null = null;
  let isQueuedWoken = false;
  let cancelTimer = () => {};

  const isCurrent = () => !isClosed && parts.accountId() === accountId;
  const now = () => new Date(clock.now()).toISOString();

  async function write(kind: OpKind, productId: string, seen: SeenDesign | null): Promise<string> {
    const opId = parts.newId();
    await store.change((rows) =>
      intend(rows, { opId, deviceId, kind, productId, seen, at: now() }),
    );
    return opId;
  }

  async function pullSet(set: SetName): Promise<void> {
    const answer =
      set === 'cart'
        ? cartAnswer(await request('cart'), now())
        : wishlistAnswer(await request('wishlist'), now());
    // The session may have changed while the answer was on its way: it belongs to nobody then.
    if (isCurrent()) await store.change((rows) => receive(rows, answer));
  }

  /** A pull that fails leaves what is shown, with its time. */
  async function pull(): Promise<void> {
    for (const set of parts.sets) {
      if (!isCurrent()) return;
      await pullSet(set).catch(ignoreApiError);
    }
  }

  /** A visitor's prices come from the catalogue, design by design. */
  async function lookAgain(): Promise<void> {
    const { cartLines } = await store.read();
    for (const { productId, seen } of cartLines) {
      if (!isCurrent()) return;
      if (clock.now() - Date.parse(seen.seenAt) < lookAgainMs) continue;
      try {
        const { product } = await request('product', { params: { id: productId } });
        await store.change((rows) => withSeen(rows, productId, seenOf(product, now())));
      } catch (error) {
        ignoreApiError(error);
        if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') return;
        await store.change((rows) => withSeen(rows, productId, null));
      }
    }
  }

  async function run(isWoken: boolean): Promise<DrainResult> {
    cancelTimer();
    if (accountId === null) {
      await lookAgain();
      return nothingWaits;
    }
    const result = await parts.lock(`pinwheel-drain-${accountId}`, () =>
      drainOutbox(
        {
          store,
          send: (op) => sendOp(request, op),
          isServerWell: () =>
            request('health').then(
              () => true,
              () => false,
            ),
          isCurrent,
          clock,
          random: parts.random,
        },
        isWoken,
      ),
    );
    if (!result.isUnreachable) await pull();
    return result;
  }

  async function runOnce(isWoken: boolean): Promise<DrainResult> {
    const result = await run(isWoken).catch((): DrainResult => {
      const problem = { status: null, code: 'STORAGE', message: '' };
      return { ...nothingWaits, isEmpty: false, problem, retryAt: clock.now() + storageRetryMs };
    });
    running = null;
    if (result.retryAt !== null && !isClosed) {
      const wait = Math.max(0, result.retryAt - clock.now());
      cancelTimer = clock.after(wait, () => void sync(false));
    }
    return result;
  }

  function sync(isWoken: boolean): Promise<DrainResult> {
    if (isClosed) return Promise.resolve(nothingWaits);
    if (!running) {
      running = runOnce(isWoken);
      return running;
    }
    isQueuedWoken ||= isWoken;
    queued ??= running.then(() => {
      const wakes = isQueuedWoken;
      queued = null;
      isQueuedWoken = false;
      return sync(wakes);
    });
    return queued;
  }

  function close(): void {
    isClosed = true;
    cancelTimer();
    if (store.isDurable) store.close();
  }

  return {
    store,
    addedFromVisitor: opened.addedFromVisitor,
    watch: (onViews) =>
      store.watch((rows) =>
        onViews({
          cart: cartViewOf(rows, accountId, store.isDurable),
          wishlist: wishlistViewOf(rows, accountId, store.isDurable),
          sync: syncViewOf(rows, accountId),
        }),
      ),
    add: (kind, product) => write(kind, product._id, seenOf(product, now())),
    intend: write,
    sync,
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
    async settlePutAway(isWanted) {
      await store.change((rows) =>
        isWanted ? restorePutAway(rows, clock.now()) : forgetPutAway(rows),
      );
    },
    async refreshOrders() {
      const { orders } = await request('orders');
      if (isCurrent()) await store.saveOrders({ orders, savedAt: now() });
    },
    async wipe(keepsUnsent) {
      await wipeStore(store, keepsUnsent);
      close();
    },
    close,
  };
}

async function wipeStore(store: AccountStore, keepsUnsent: boolean): Promise<void> {
  const { outbox } = await store.read();
  await store.wipe(keepsUnsent && outbox.length > 0 ? { ...emptyRows, outbox } : null);
}

function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
