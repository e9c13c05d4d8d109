import type { Answered } from '#api/client.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { productSnapshot, withSnapshot } from '#offline/outbox/product-snapshot.ts';
import type { ListLine, ListName } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { EngineParts } from './engine-parts.ts';
import { ignoreApiError } from './ignore-api-error.ts';

/** How old a visitor's product snapshot may be before it is refreshed, in ms. Shorter for the cart, which is closer to a purchase. */
const freshMs: Readonly<Record<ListName, number>> = { cart: 60_000, wishlist: 60 * 60_000 };

const isSaved = ({ savedAt }: Answered<'product'>) => savedAt !== null;

/** Refreshes a visitor's outdated product snapshots from the catalogue, one by one; after a press also in an outage. */
export async function refreshSnapshots(
  { ask, clock, backoff }: Pick<EngineParts, 'ask' | 'clock' | 'backoff'>,
  store: AccountStore,
  isCurrent: () => boolean,
  isPressed: boolean,
): Promise<void> {
  const rows = await store.read();
  // A snapshot from the future is old: the clock was wrong when it was taken.
  const isOld = (list: ListName) => (line: ListLine) => {
    const age = clock.now() - Date.parse(line.snapshot.seenAt);
    return !(age >= 0 && age < freshMs[list]);
  };
  const old = [
    ...rows.cartLines.filter(isOld('cart')),
    ...rows.wishlistMarks.filter(isOld('wishlist')),
  ];
  for (const productId of new Set(old.map((line) => line.productId))) {
    const maySend = isCurrent() && (await backoff.maySend('catalogue'));
    if (!isCurrent() || !(maySend || isPressed)) return;
    try {
      const asking = ask('product', { params: { id: productId } });
      const { answer, savedAt } = await backoff.track('catalogue', asking, isSaved);
      // An answer from the worker's cache was seen when it was stored.
      const seenAt = savedAt ?? new Date(clock.now()).toISOString();
      const seenNow = productSnapshot(answer.product, seenAt);
      await store.change((before) => withSnapshot(before, productId, seenNow));
    } catch (error) {
      ignoreApiError(error);
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') return;
      await store.change((before) => withSnapshot(before, productId, null));
    }
  }
}
