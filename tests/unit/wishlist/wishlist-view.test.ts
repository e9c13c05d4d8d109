import { describe, expect, test } from 'vitest';
import { emptyRows, type ListLine } from '#offline/outbox/rows.ts';
import {
  asOpened,
  readWishlistFirstPaint,
  type WishlistView,
} from '#offline/views/wishlist-view.ts';
import { wishlistViewOf } from '#offline/views/wishlist-view-of.ts';

const account = 'a'.repeat(24);
/** A store without problems. */
const stored = { trouble: null, isRead: true } as const;
const weekMs = 7 * 86_400_000;
const answeredAt = '2026-03-01T12:00:00.000Z';
const answered = Date.parse(answeredAt);

function line(productId: string): ListLine {
  const seen = { title: productId, image: '', price: 5, discountedPrice: null, isAvailable: true };
  return { productId, addedAt: answeredAt, snapshot: { ...seen, seenAt: answeredAt } };
}

/** An account's list, answered once. */
const view: WishlistView = wishlistViewOf(
  {
    ...emptyRows,
    wishlistMarks: [line('fox'), line('moon')],
    serverSets: [
      { name: 'wishlist', lines: [line('fox'), line('moon')], version: 1, answeredAt, cart: null },
    ],
  },
  account,
  stored,
);

const shown = (openedAt: number, gotNoAnswer: boolean, changed: Partial<WishlistView> = {}) => {
  const { lines, ids, isStale, isLoaded } = asOpened(
    { ...view, ...changed },
    openedAt,
    gotNoAnswer,
  );
  expect([...ids].toSorted()).toEqual(lines.map(({ productId }) => productId).toSorted());
  return { lines: lines.length, isStale, isLoaded };
};

describe("an account's wishlist as it is opened", () => {
  test('shows the list as it is within its week', () => {
    const asItIs = { lines: 2, isStale: false, isLoaded: true };
    expect(shown(answered + weekMs, false)).toEqual(asItIs);
    expect(shown(answered + weekMs, true)).toEqual(asItIs);
  });

  test('is emptied after its week, as long as the shop is being asked (P19)', () => {
    expect(shown(answered + weekMs + 1, false)).toEqual({
      lines: 0,
      isStale: false,
      isLoaded: false,
    });
  });

  test('keeps what the shop has not received, however old it is', () => {
    const unsent = { unsentIds: new Set(['moon']) };
    expect(shown(answered + weekMs + 1, false, unsent).lines).toBe(1);
  });

  test('is marked stale after its week if the request failed', () => {
    expect(shown(answered + weekMs + 1, true)).toEqual({ lines: 2, isStale: true, isLoaded: true });
  });

  test('is not called empty before the shop has ever answered', () => {
    const unanswered = wishlistViewOf(emptyRows, account, stored);
    const asked = { isLoaded: false, isUnanswered: false };
    expect(asOpened(unanswered, answered, false)).toMatchObject(asked);
    expect(asOpened(unanswered, answered, true)).toMatchObject({ ...asked, isUnanswered: true });
  });

  test('of a visitor needs no answer', () => {
    const visitor = wishlistViewOf(emptyRows, null, stored);
    const loaded = { isLoaded: true, isUnanswered: false };
    expect(asOpened(visitor, answered, true)).toMatchObject(loaded);
  });
});

test('shows an empty wishlist if local storage contains something else', () => {
  for (const text of [
    '[',
    '7',
    '{"accountId":null,"lines":7}',
    '{"accountId":null,"lines":[{}]}',
  ]) {
    expect(readWishlistFirstPaint(text, answeredAt, null, answered).ids.size).toBe(0);
  }
});
