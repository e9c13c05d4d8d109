import { aged, isSame } from '#offline/outbox/aging.ts';
import { type AccountRows, type OutboxOp, opKinds } from '#offline/outbox/rows.ts';
import { withShownLines } from '#offline/outbox/shown-list.ts';
import { isExpired } from '#offline/views/wishlist-view.ts';
import { wishlistUpdatedAt } from '#offline/views/wishlist-view-of.ts';

/** How long archived wishes can be restored, by the shop's clock. */
const restoreMs = 30 * 86_400_000;

/**
 * Archives a visitor's wishlist that is older than a week at `now` (ms since 1970, the device's clock), and
 * deletes wishes archived too long ago by the shop's clock.
 */
export function archiveExpired(
  rows: AccountRows,
  now: number,
  shopTime: number | null,
): AccountRows {
  return withoutOld(emptyExpired(rows, now), shopTime);
}

function withoutOld(rows: AccountRows, shopTime: number | null): AccountRows {
  const outbox = rows.outbox.flatMap((op): OutboxOp[] => {
    if (!op.archived) return [op];
    const archived = aged(op.archived, shopTime, restoreMs);
    if (archived === op.archived) return [op];
    return archived ? [{ ...op, archived }] : [];
  });
  return isSame(outbox, rows.outbox) ? rows : { ...rows, outbox };
}

function emptyExpired(rows: AccountRows, now: number): AccountRows {
  if (!isExpired(wishlistUpdatedAt(rows), now)) return rows;
  const lines = new Map(rows.wishlistMarks.map((line) => [line.productId, line]));
  const at = new Date(now).toISOString();
  const emptied = rows.outbox.map((op): OutboxOp => {
    const line = lines.get(op.args.productId);
    const isShown = opKinds[op.kind].list === 'wishlist' && !op.archived && line;
    return isShown ? { ...op, archived: { at, line } } : op;
  });
  return withShownLines({ ...rows, outbox: emptied }, 'wishlist');
}

/** Restores archived wishes as if saved at `now`. Designs that were saved again since stay as they are. */
export function restoreArchived(rows: AccountRows, now: number): AccountRows {
  const shown = new Set(rows.wishlistMarks.map((line) => line.productId));
  const addedAt = new Date(now).toISOString();
  const lines = [...rows.wishlistMarks];
  const outbox = rows.outbox.flatMap((op): OutboxOp[] => {
    if (!op.archived) return [op];
    if (shown.has(op.args.productId)) return [];
    const { archived, ...restored } = op;
    lines.push({ ...archived.line, addedAt });
    return [restored];
  });
  return withShownLines({ ...rows, outbox }, 'wishlist', lines);
}

/** Deletes archived wishes that the visitor doesn't want back. */
export function forgetArchived(rows: AccountRows): AccountRows {
  return { ...rows, outbox: rows.outbox.filter((op) => !op.archived) };
}
