import type { ListLine } from '#offline/outbox/rows.ts';

/**
 * Local storage keys written after the database, so that the next page has something to show before the
 * database is open. Nothing else reads them. (The third specified key, `auth`, belongs to the session.)
 * `cart` (added) and `wishlist` hold the lines of one account as JSON. `lastWishlistUpdate` holds when that
 * wishlist last changed or was answered by the shop (ISO 8601).
 */
export type FirstPaintKey = 'cart' | 'wishlist' | 'lastWishlistUpdate';

export interface FirstPaintCache {
  read(key: FirstPaintKey): string | null;
  /** Null deletes the key. */
  write(key: FirstPaintKey, text: string | null): void;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Checked by hand, because loading the schemas would delay the first paint. */
export function isListLine(value: unknown): value is ListLine {
  if (!isRecord(value) || !isRecord(value.snapshot)) return false;
  const { title, image, price, discountedPrice, seenAt, isAvailable } = value.snapshot;
  return (
    [value.productId, value.addedAt, title, image, seenAt].every(
      (part) => typeof part === 'string',
    ) &&
    typeof price === 'number' &&
    (discountedPrice === null || typeof discountedPrice === 'number') &&
    typeof isAvailable === 'boolean'
  );
}

/** Lines of the first-paint cache that still count: only while the stored rows can't be read and the shop hasn't answered. */
export function linesStillSaved(
  { isRead, answeredAt, unsentIds }: Unread,
  { lines }: { readonly lines: readonly ListLine[] },
): readonly ListLine[] {
  if (isRead || answeredAt !== null) return [];
  return lines.filter(({ productId }) => !unsentIds.has(productId));
}

interface Unread {
  readonly isRead: boolean;
  readonly answeredAt: string | null;
  readonly unsentIds: ReadonlySet<string>;
}
