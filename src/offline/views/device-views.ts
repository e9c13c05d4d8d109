import type { StoredChanges } from '#offline/stores/stored-changes.ts';
import { boughtDesigns } from './bought-designs.ts';
import { type CartView, cartFirstPaint, emptyCartView, readCartFirstPaint } from './cart-view.ts';
import type { FirstPaintCache } from './first-paint-cache.ts';
import { createShownView, type ShownView } from './shown-view.ts';
import { nothingToSync, type SyncView } from './sync-view.ts';
import {
  emptyWishlistView,
  idsOf,
  readWishlistFirstPaint,
  type WishlistView,
  wishlistFirstPaint,
} from './wishlist-view.ts';

/** What screens show of the rows on this device. */
export interface DeviceViews {
  readonly cart: ShownView<CartView>;
  readonly wishlist: ShownView<WishlistView>;
  readonly sync: ShownView<SyncView>;
  readonly stored: ShownView<StoredChanges | null>;
  readonly bought: ShownView<ReadonlyMap<string, string>>;
  /** Shows nothing until the rows of this account (null: the visitor) are open. */
  clear(accountId: string | null): void;
  /** Shows that the rows couldn't be opened. */
  showUnanswered(): void;
  /** Shows the heart before its change is stored, or takes that back. */
  showWishOptimistic(productId: string, isWished: boolean): void;
}

/** Creates the views of an account (null: the visitor) from the first-paint cache, at `now` (ms since 1970). */
export function createDeviceViews(
  firstPaint: FirstPaintCache,
  accountId: string | null,
  now: number,
): DeviceViews {
  const cart = createShownView(readCartFirstPaint(firstPaint.read('cart'), accountId), (view) =>
    firstPaint.write('cart', cartFirstPaint(view)),
  );
  const savedWishlist = readWishlistFirstPaint(
    firstPaint.read('wishlist'),
    firstPaint.read('lastWishlistUpdate'),
    accountId,
    now,
  );
  const wishlist = createShownView(savedWishlist, (view) => {
    firstPaint.write('wishlist', wishlistFirstPaint(view));
    firstPaint.write('lastWishlistUpdate', view.updatedAt);
  });
  const sync = createShownView(nothingToSync, () => {});
  const bought = createShownView(boughtDesigns(null), () => {});
  return {
    cart,
    wishlist,
    sync,
    bought,
    stored: createShownView<StoredChanges | null>(null, () => {}),
    clear(current) {
      cart.show(emptyCartView(current));
      wishlist.show(emptyWishlistView(current));
      sync.show(nothingToSync);
      bought.show(boughtDesigns(null));
    },
    showUnanswered() {
      cart.showOptimistic({ ...cart.get(), isUnanswered: true });
      wishlist.showOptimistic({ ...wishlist.get(), isUnanswered: true });
    },
    showWishOptimistic(productId, isWished) {
      const view = wishlist.get();
      const ids = new Set(view.ids);
      if (isWished) ids.add(productId);
      else if (!idsOf(view.lines).has(productId)) ids.delete(productId);
      wishlist.showOptimistic({ ...view, ids });
    },
  };
}
