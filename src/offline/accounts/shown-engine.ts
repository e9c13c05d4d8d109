import { hasAnswered, reportReach } from '#api/reach.ts';
import type { ListName, RefusedOp } from '#offline/outbox/rows.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import { boughtDesigns } from '#offline/views/bought-designs.ts';
import { type CartView, withSavedCart } from '#offline/views/cart-view.ts';
import type { DeviceViews } from '#offline/views/device-views.ts';
import {
  asOpened,
  isExpired,
  type WishlistView,
  withSavedWishlist,
} from '#offline/views/wishlist-view.ts';
import type { AccountEngine, ListViews } from './sync-engine.ts';

/** Saved orders older than this are refreshed after the shop's next answer, in ms. */
const ordersFreshMs = 60 * 60_000;

/** An engine whose rows are shown. */
export interface ShownEngine {
  /** Sends and fetches for the first time, and shows what isn't known if the shop doesn't answer. Never rejects. */
  syncFirst(): Promise<void>;
  stop(): void;
}

interface ShownEngineParts {
  readonly views: DeviceViews;
  readonly clock: Pick<Clock, 'now'>;
  /** False as soon as another engine is shown. */
  readonly isShown: () => boolean;
  /** The server refused an op while its engine was shown. */
  readonly onRefused: (op: RefusedOp) => void;
}

/** Shows an engine's rows in the views, live. */
export function showEngine(
  opened: AccountEngine,
  { views, clock, isShown, onRefused }: ShownEngineParts,
): ShownEngine {
  const { cart, wishlist, sync, bought } = views;
  const openedAt = clock.now();
  /** Which sets the shop didn't answer for; null: not asked yet. */
  let gotNoAnswer: Readonly<Record<ListName, boolean>> | null = null;
  let read: ListViews | null = null;
  /** The newest answer when the account was opened. One that came later is never older than a week. */
  let answeredBefore: string | null | undefined;

  function isUnanswered(list: ListName, { isLoaded, isRead }: CartView | WishlistView): boolean {
    return gotNoAnswer !== null && !isLoaded && (gotNoAnswer[list] || !isRead);
  }

  function showRead(): void {
    if (!read || !isShown()) return;
    cart.show({
      ...withSavedCart(read.cart, cart.get()),
      isUnanswered: isUnanswered('cart', read.cart),
    });
    const isAsOpened = read.wishlist.answeredAt === answeredBefore;
    const saved = withSavedWishlist(read.wishlist, wishlist.get());
    wishlist.show({
      ...(isAsOpened ? asOpened(saved, openedAt, gotNoAnswer?.wishlist ?? false) : saved),
      isUnanswered: isUnanswered('wishlist', saved),
    });
    sync.show(read.sync);
  }

  function onViews(next: ListViews): void {
    if (!isShown()) return;
    if (answeredBefore === undefined) answeredBefore = next.wishlist.answeredAt;
    const known = read && new Set(read.cart.refused.map(({ opId }) => opId));
    const isAnswered = Date.parse(next.sync.answeredAt ?? '') >= openedAt;
    const isNews = next.sync.answeredAt !== read?.sync.answeredAt;
    // Refresh orders only right after an answer, when the shop can be reached.
    if (isAnswered && isNews) opened.refreshOrders(ordersFreshMs).catch(ignoreFailure);
    read = next;
    showRead();
    for (const op of next.cart.refused) {
      if (known && !known.has(op.opId)) onRefused(op);
    }
  }

  const stopOrders = opened.store.watchCopy('orders', (saved) => {
    if (isShown()) bought.show(boughtDesigns(saved));
  });
  const stopRows = opened.watch(onViews);

  async function syncAndNote(): Promise<void> {
    const { isOutage } = await opened.sync();
    if (isOutage) noteOutage(opened);
    const [cartAt, wishlistAt] = await Promise.all([
      opened.answeredAt('cart'),
      opened.answeredAt('wishlist'),
    ]);
    gotNoAnswer = {
      cart: cartAt === null,
      wishlist: wishlistAt === null || isExpired(wishlistAt, openedAt),
    };
    showRead();
  }

  return {
    syncFirst: () => syncAndNote().catch(ignoreFailure),
    stop() {
      stopOrders();
      stopRows();
    },
  };
}

/** The outage began before this page. If the shop has answered this page, it is over; otherwise show that the shop is out of reach. */
function noteOutage(opened: AccountEngine): void {
  if (hasAnswered()) void opened.reportReached('answer');
  else reportReach(false);
}

/** The rows were wiped or upgraded, or the shop didn't answer: the next open tries again. */
function ignoreFailure(): void {}
