import type { Product } from '#contract/shop/product.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { enqueue } from '#offline/outbox/enqueue.ts';
import type { RecoverySign } from '#offline/outbox/outage.ts';
import { applyServerSet, dismissRefused, nextOp } from '#offline/outbox/outbox-rules.ts';
import {
  cartAnswer,
  productSnapshot,
  wishlistAnswer,
  withSnapshot,
} from '#offline/outbox/product-snapshot.ts';
import { unsentRequests } from '#offline/outbox/request-rules.ts';
import type {
  OpKind,
  OpProblem,
  OutboxOp,
  ProductSnapshot,
  SetLine,
  SetName,
} from '#offline/outbox/rows.ts';
import { type Drained, drainOutbox, nothingToSend } from '#offline/sending/drainer.ts';
import { sendOp } from '#offline/sending/send-op.ts';
import { serialize } from '#offline/sending/serialize.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { readShopTime, saveHolder } from '#offline/stores/device-database.ts';
import { wipeStore } from '#offline/stores/wipe-store.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { cartViewOf } from '#offline/views/cart-view-of.ts';
import type { SyncView } from '#offline/views/sync-view.ts';
import { syncViewOf } from '#offline/views/sync-view-of.ts';
import type { WishlistView } from '#offline/views/wishlist-view.ts';
import { wishlistViewOf } from '#offline/views/wishlist-view-of.ts';
import { forgetArchived, restoreArchived } from './archive-wishes.ts';
import { type CustomRequests, createCustomRequests } from './custom-requests.ts';
import type { EngineParts, SyncOptions } from './engine-parts.ts';
import { createOrderRefresh, type RefreshOrders } from './order-refresh.ts';

/** What a screen can show of one commit. */
export interface SetViews {
  readonly cart: CartView;
  readonly wishlist: WishlistView;
  readonly sync: SyncView;
}

export interface SyncResult {
  /** No change waits any more. */
  readonly isEmpty: boolean;
  /** Why a change still waits. */
  readonly problem: OpProblem | null;
  /** When to try again by itself, in milliseconds since 1970; null: something must happen first. */
  readonly retryAt: number | null;
  /** The shop does not answer. */
  readonly isOutage: boolean;
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
  intend(kind: OpKind, productId: string, seen: ProductSnapshot | null): Promise<string>;
  /** Sends what waits, then takes the server's newest answer, unless the shop is in trouble. Joins a run on its way. */
  sync(options?: SyncOptions): Promise<SyncResult>;
  /** As `sync`, at a sign that the shop can be reached again. */
  noteReached(sign: RecoverySign): Promise<SyncResult>;
  /** The server's id of the cart, which the coupon calls need; null until it was answered. */
  cartId(): Promise<string | null>;
  /** When the shop last answered this account's set to this device (ISO 8601); null: never. */
  answeredAt(set: SetName): Promise<string | null>;
  dismissRefused(opId: string): Promise<void>;
  readonly customRequests: CustomRequests;
  /** What was put away of a visitor's wishlist comes back, or goes for good. */
  settlePutAway(isWanted: boolean): Promise<void>;
  readonly refreshOrders: RefreshOrders;
  /** Changes that the server has not got, or would not take. */
  countUnsent(): Promise<number>;
  /** Deletes the account's rows; with `keepsUnsent` what `countUnsent` counts stays for its next sign-in. */
  wipe(keepsUnsent: boolean): Promise<void>;
  close(): void;
}

const storageRetryMs = 60_000;
/** A visitor's line is looked up again when it was last seen longer ago than this, in milliseconds. The cart is checked more often, as it is closer to a purchase. */
const lookAgainMs: Readonly<Record<SetName, number>> = { cart: 60_000, wishlist: 60 * 60_000 };

/** The rows an engine works on, and whose they are. */
interface Opened {
  readonly store: AccountStore;
  readonly accountId: string | null;
  readonly deviceId: string;
  readonly addedFromVisitor: number;
}

/** An engine over opened rows. */
export function createEngine(parts: EngineParts, opened: Opened): AccountEngine {
  const { request, clock, backoff } = parts;
  const { store, accountId, deviceId } = opened;
  let isClosed = false;
  let cancelTimer = () => {};
  let cancelRequests = () => {};

  const isCurrent = () => !isClosed && parts.accountId() === accountId;
  const now = () => new Date(clock.now()).toISOString();
  const ownerName = accountId ?? 'visitor';
  const customRequests = createCustomRequests(parts, store, { name: ownerName, isCurrent });
  /** A pull was asked for and none has gone through since. */
  let isPullDue = false;

  async function write(
    kind: OpKind,
    productId: string,
    seen: ProductSnapshot | null,
  ): Promise<string> {
    const opId = parts.newId();
    const isVisitors = accountId === null;
    await store.change((rows) =>
      enqueue(rows, {
        opId,
        deviceId,
        kind,
        productId,
        seen,
        at: now(),
        isVisitors,
        isRead: store.isRead,
      }),
    );
    return opId;
  }

  async function pullSet(set: SetName): Promise<void> {
    const answer =
      set === 'cart'
        ? cartAnswer(await backoff.track('sync', request('cart')), now())
        : wishlistAnswer(await backoff.track('sync', request('wishlist')), now());
    // The session may have changed while the answer was on its way: it belongs to nobody then.
    if (isCurrent()) await store.change((rows) => applyServerSet(rows, answer));
  }

  /** A pull that fails leaves what is shown, with its time. */
  async function pull(): Promise<void> {
    isPullDue = false;
    for (const set of parts.sets) {
      if (!isCurrent()) return;
      try {
        await pullSet(set);
      } catch (error) {
        ignoreApiError(error);
        if (backoff.retryAt() === null) continue;
        isPullDue = true;
        return;
      }
    }
  }

  /** A visitor's prices come from the catalogue, design by design. */
  async function lookAgain(isPressed: boolean): Promise<void> {
    const rows = await store.read();
    const isOld = (set: SetName) => (line: SetLine) =>
      clock.now() - Date.parse(line.seen.seenAt) >= lookAgainMs[set];
    const old = [
      ...rows.cartLines.filter(isOld('cart')),
      ...rows.wishlistMarks.filter(isOld('wishlist')),
    ];
    if (old.length === 0) return;
    const isOpen = await backoff.isOpen('catalogue');
    if (!isOpen && !isPressed) return;
    for (const productId of new Set(old.map((line) => line.productId))) {
      if (!isCurrent()) return;
      try {
        const { answer, savedAt } = await parts.ask('product', { params: { id: productId } });
        // What the worker had kept was seen when it was kept.
        const seenNow = productSnapshot(answer.product, savedAt ?? now());
        await store.change((rows) => withSnapshot(rows, productId, seenNow));
      } catch (error) {
        ignoreApiError(error);
        if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') return;
        await store.change((rows) => withSnapshot(rows, productId, null));
      }
    }
  }

  /** Null in an outage: nothing was tried. */
  async function drain(isPressed: boolean): Promise<Drained | null> {
    // Asked under the lock: another tab may have met an outage while this one waited for it.
    const isOpen = isCurrent() && (await backoff.isOpen('sync'));
    if (!isOpen && !isPressed) return null;
    const send = (op: OutboxOp) => backoff.track('sync', sendOp(request, op));
    return drainOutbox({ store, send, isCurrent, clock, random: parts.random, isPressed });
  }

  async function run(isPressed: boolean): Promise<Drained> {
    if (accountId === null) {
      if (parts.sets.length > 0) await lookAgain(isPressed);
      return nothingToSend;
    }
    const op = nextOp(await store.read());
    // The worker takes no answers: it leaves its turn to the custom requests.
    if (!op && parts.sets.length === 0) return nothingToSend;
    const drained = await parts.lock(`pinwheel-drain-${ownerName}`, () => drain(isPressed));
    const isHeldUp = drained !== null && drained.retryAt !== null;
    if (drained?.isEmpty || (isHeldUp && isPullDue)) await pull();
    const waiting = { isEmpty: op === null, problem: op?.lastProblem ?? null, retryAt: null };
    const { retryAt, ...rest } = drained ?? waiting;
    const times = [retryAt, backoff.retryAt()].filter((time) => time !== null);
    return { ...rest, retryAt: times.length > 0 ? Math.max(...times) : null };
  }

  /** Runs again by itself at `retryAt`, or not. Answers the cancel. */
  function again(retryAt: number | null, task: () => void): () => void {
    if (retryAt === null || isClosed) return () => {};
    return clock.after(Math.max(0, retryAt - clock.now()), task);
  }

  let running: Promise<SyncResult> | null = null;
  const turn = serialize((isPressed) => {
    running = runOnce(isPressed).finally(() => {
      running = null;
    });
    return running;
  });

  async function runOnce(isPressed: boolean): Promise<SyncResult> {
    const problem = { status: null, code: 'STORAGE', message: '' };
    if (isClosed) return { ...nothingToSend, isOutage: false };
    cancelTimer();
    const result = await run(isPressed).catch(() => ({
      isEmpty: false,
      problem,
      retryAt: clock.now() + storageRetryMs,
    }));
    cancelTimer = again(result.retryAt, () => void turn(false));
    return { ...result, isOutage: backoff.retryAt() !== null };
  }

  /** Beside the outbox: pictures on a slow line hold up no other change. */
  const sendRequests = serialize(async (isPressed) => {
    cancelRequests();
    const retryAt = await customRequests
      .send({ pressed: isPressed })
      .catch(() => clock.now() + storageRetryMs);
    cancelRequests = again(retryAt, () => void sendRequests(false));
  });

  function sync({ pressed = false }: SyncOptions = {}): Promise<SyncResult> {
    isPullDue = true;
    void sendRequests(pressed);
    return turn(pressed);
  }

  function close(): void {
    isClosed = true;
    cancelTimer();
    cancelRequests();
    if (store.trouble === null) store.close();
  }

  return {
    store,
    addedFromVisitor: opened.addedFromVisitor,
    watch: (onViews) =>
      store.watch((rows) =>
        onViews({
          cart: cartViewOf(rows, accountId, store),
          wishlist: wishlistViewOf(rows, accountId, store),
          sync: syncViewOf(rows, accountId, store.trouble === null),
        }),
      ),
    add: (kind, product) => write(kind, product._id, productSnapshot(product, now())),
    intend: write,
    sync,
    async noteReached(sign) {
      // Often a run's own request is the sign: that run takes the answers.
      const underWay = running;
      await backoff.shorten(sign);
      const result = await underWay;
      return result?.isEmpty && result.retryAt === null ? result : sync();
    },
    customRequests,
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
        isWanted ? restoreArchived(rows, clock.now()) : forgetArchived(rows),
      );
    },
    refreshOrders: createOrderRefresh(parts, store, { name: accountId ?? 'visitor', isCurrent }),
    async countUnsent() {
      const rows = await store.read();
      return rows.outbox.length + rows.refused.length + unsentRequests(rows).length;
    },
    async wipe(keepsUnsent) {
      await wipeStore(store, keepsUnsent, await readShopTime(parts.idb));
      // What is left of it is for its own next sign-in.
      await saveHolder(parts.idb, null).catch(() => {});
      close();
    },
    close,
  };
}

function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
