import { type Sale, saleAt } from '../../catalogue/sales.ts';

/** Whether a design would cost more at any moment from `now` on if `next` replaced its discount. */
export function isEverDearer(current: Sale, next: Sale, now: Date): boolean {
  const { discountedPrice, saleTurnsAt } = saleAt(current, now);
  const isOver = discountedPrice === null && saleTurnsAt === null;
  if (isOver || current.salePrice === null) return false;
  if (next.salePrice === null || next.salePrice > current.salePrice) return true;
  const from = discountedPrice === null ? saleTurnsAt : now.toISOString();
  const startsLater = next.saleStartsAt !== null && from !== null && next.saleStartsAt > from;
  const endsEarlier =
    next.saleEndsAt !== null &&
    (current.saleEndsAt === null || next.saleEndsAt < current.saleEndsAt);
  return startsLater || endsEarlier;
}
