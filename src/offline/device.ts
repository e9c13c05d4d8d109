import type { Client } from '#api/client.ts';
import type { Product } from '#contract/product.ts';
import type { AccountEngine, createEngines } from './account-engine.ts';
import type { SavedOrders } from './account-store.ts';
import { type CartView, cartGlimpse, emptyCartView, readCartGlimpse } from './cart-view.ts';
import type { Clock, DrainResult } from './drainer.ts';
import type { IndexedDb } from './indexed-db.ts';
import type { RefusedOp, SetName } from './rows.ts';

/** What the device stands on; the page brings the real ones, a test its own. */
export interface DeviceParts {
  readonly request: Client['request'];
  /** The account of the session at this moment; null for a visitor. */
  readonly accountId: () => string | null;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** A new UUID. */
  readonly newId: () => string;
  /** Runs `task` while no other tab runs one of the same name, as far as the browser can promise. */
  readonly lock: <T>(name: string, task: () => Promise<T>) => Promise<T>;
  /** The local storage key that only the first paint reads. */
  readonly glimpse: { read(): string | null; write(text: string): void };
  /** Null: the browser's own. */
  readonly idb: IndexedDb | null;
  /** The sets that the server answers. */
  readonly sets: readonly SetName[];
}

export interface DeviceEvents {
  /** A visitor's lines joined the account's cart. */
  readonly merged: (count: number) => void;
  /** The server refused an op; it stays listed in the cart view. */
  readonly refused: (op: RefusedOp) => void;
}

/** The rows this device owns, whoever is signed in. Dexie loads with the first use, not with the page. */
export interface Device {
  /** The cart now: the first paint's copy until the database is open, then live over all tabs. */
  cart(): CartView;
  watchCart(listener: () => void): () => void;
  on<E extends keyof DeviceEvents>(event: E, listener: DeviceEvents[E]): () => void;
  /** Opens the rows of who is signed in now; call it again whenever the session changes. */
  follow(): Promise<void>;
  /** Resolves with the opId once line and op are kept on the device. @throws when they can't be. */
  addToCart(product: Product): Promise<string>;
  removeFromCart(productId: string): Promise<string>;
  /** Tries a refused op again, as a new one. */
  retryRefused(op: RefusedOp): Promise<void>;
  dismissRefused(opId: string): Promise<void>;
  /** Sends what waits and takes the newest answers. `isWoken` doesn't sit out a waiting time. */
  sync(isWoken: boolean): Promise<DrainResult>;
  /** Changes of the account that the server has not got. */
  countUnsent(): Promise<number>;
  /** Before a sign-out: deletes the account's rows from this device. */
  wipe(options: { keepsUnsent: boolean }): Promise<void>;
  /** The saved orders now and after each change; null: none are saved. */
  watchOrders(listener: (saved: SavedOrders | null) => void): () => void;
  /** Asks for the orders and saves them. @throws ApiError */
  refreshOrders(): Promise<void>;
}

export function createDevice(parts: DeviceParts): Device {
  const cartListeners = new Set<() => void>();
  const listeners = {
    merged: new Set<DeviceEvents['merged']>(),
    refused: new Set<DeviceEvents['refused']>(),
  };
  let accountId = parts.accountId();
  let view = readCartGlimpse(parts.glimpse.read(), accountId);
  let engine: Promise<AccountEngine> | null = null;
  let running: AccountEngine | null = null;
  let engines: Promise<ReturnType<typeof createEngines>> | null = null;
  let stopWatching = () => {};

  function show(next: CartView): void {
    view = next;
    parts.glimpse.write(cartGlimpse(next));
    for (const listener of cartListeners) listener();
  }

  function loadEngines(): Promise<ReturnType<typeof createEngines>> {
    engines ??= import('./account-engine.ts').then((loaded) => loaded.createEngines(parts));
    return engines.catch((error: unknown) => {
      engines = null;
      throw error;
    });
  }

  async function start(): Promise<AccountEngine> {
    const id = accountId;
    const opened = await (await loadEngines()).open(id);
    if (id !== accountId) {
      opened.close();
      return open();
    }
    running = opened;
    // Rows alone can't tell an empty cart from one the shop was not asked for yet.
    let isAskedInVain = id === null;
    let read: CartView | null = null;
    const showRead = () => {
      if (!read || running !== opened) return;
      show({ ...read, isLoaded: isAskedInVain || read.answeredAt !== null });
    };
    stopWatching = opened.watchCart((next) => {
      if (id !== accountId) return;
      const known = read && new Set(read.refused.map(({ opId }) => opId));
      read = next;
      showRead();
      for (const op of next.refused) {
        if (known && !known.has(op.opId)) for (const tell of listeners.refused) tell(op);
      }
    });
    if (opened.addedFromVisitor > 0) {
      for (const tell of listeners.merged) tell(opened.addedFromVisitor);
    }
    void opened
      .sync(true)
      .then(() => opened.isCartAnswered())
      .then((isAnswered) => {
        isAskedInVain = !isAnswered;
        showRead();
      }, ignoreClosed);
    return opened;
  }

  /** The engine of who is signed in now. */
  function open(): Promise<AccountEngine> {
    const current = parts.accountId();
    if (current !== accountId || running?.store.isOpen() === false) {
      stopWatching();
      running?.close();
      running = null;
      engine = null;
      if (current !== accountId) show(emptyCartView(current));
      accountId = current;
    }
    if (!engine) {
      const starting = start();
      engine = starting;
      // A chunk that failed to load may load the next time.
      starting.catch(() => {
        if (engine === starting) engine = null;
      });
    }
    return engine;
  }

  return {
    cart: () => view,
    watchCart(listener) {
      cartListeners.add(listener);
      return () => cartListeners.delete(listener);
    },
    on(event, listener) {
      const set: Set<typeof listener> = listeners[event] as never;
      set.add(listener);
      return () => set.delete(listener);
    },
    follow: async () => void (await open()),
    async addToCart(product) {
      const opened = await open();
      const opId = await opened.addToCart(product);
      void opened.sync(false);
      return opId;
    },
    async removeFromCart(productId) {
      const opened = await open();
      const opId = await opened.intend('removeFromCart', productId, null);
      void opened.sync(false);
      return opId;
    },
    async retryRefused({ kind, productId, seen }) {
      const opened = await open();
      await opened.intend(kind, productId, seen);
      void opened.sync(true);
    },
    dismissRefused: async (opId) => (await open()).dismissRefused(opId),
    sync: async (isWoken) => (await open()).sync(isWoken),
    async countUnsent() {
      return accountId === null ? 0 : (await (await open()).store.read()).outbox.length;
    },
    wipe: async ({ keepsUnsent }) => (await open()).wipe(keepsUnsent),
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
    refreshOrders: async () => (await open()).refreshOrders(),
  };
}

/** Its rows were wiped or upgraded meanwhile: nothing of them is shown any more. */
function ignoreClosed(): void {}
