import { expect, test } from 'vitest';
import type { ListLine } from '#offline/outbox/rows.ts';
import { emptyCartView } from '#offline/views/cart-view.ts';
import { createDeviceViews } from '#offline/views/device-views.ts';
import type { FirstPaintCache, FirstPaintKey } from '#offline/views/first-paint-cache.ts';
import { idsOf } from '#offline/views/wishlist-view.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ana } from './model-server.ts';

const now = Date.UTC(2026, 5, 1);
const fox: ListLine = {
  productId: 'fox',
  addedAt: new Date(now).toISOString(),
  snapshot: snapshotAt(new Date(now).toISOString()),
};

function cache(): FirstPaintCache {
  const texts = new Map<FirstPaintKey, string>();
  return {
    read: (key) => texts.get(key) ?? null,
    write(key, text) {
      if (text === null) texts.delete(key);
      else texts.set(key, text);
    },
  };
}

test('a page starts with what the page before it showed, until another account signs in', () => {
  const firstPaint = cache();
  createDeviceViews(firstPaint, ana, now).cart.show({ ...emptyCartView(ana), lines: [fox] });
  const views = createDeviceViews(firstPaint, ana, now);
  expect(views.cart.get().lines).toEqual([fox]);

  views.clear(null);
  expect(views.cart.get()).toEqual(emptyCartView(null));
  expect(createDeviceViews(firstPaint, ana, now).cart.get().lines).toEqual([]);
});

test('a heart fills before its wish is stored, and empties only if none is stored', () => {
  const { wishlist, showWishOptimistic } = createDeviceViews(cache(), ana, now);
  showWishOptimistic('fox', true);
  expect(wishlist.get().ids).toEqual(new Set(['fox']));
  showWishOptimistic('fox', false);
  expect(wishlist.get().ids).toEqual(new Set());

  wishlist.show({ ...wishlist.get(), lines: [fox], ids: idsOf([fox]) });
  showWishOptimistic('fox', false);
  expect(wishlist.get().ids).toEqual(new Set(['fox']));
});

test('rows that could not be opened are not saved as empty', () => {
  const firstPaint = cache();
  const views = createDeviceViews(firstPaint, ana, now);
  views.showUnanswered();
  expect(views.cart.get().isUnanswered).toBe(true);
  expect(views.wishlist.get().isUnanswered).toBe(true);
  expect(firstPaint.read('cart')).toBeNull();
});
