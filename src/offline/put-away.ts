import { type AccountRows, type OutboxOp, opKinds } from './rows.ts';
import { withShownLines } from './visible-set.ts';
import { isExpired } from './wishlist-view.ts';
import { wishlistUpdatedAt } from './wishlist-view-of.ts';

/** What was put away can be had back this long. */
const restoreMs = 30 * 86_400_000;

/**
 * A visitor's rows as they are opened at `now` (ms since 1970): a wishlist past its week is put
 * away, and what was put away too long ago is forgotten.
 */
export function putAwayExpired(rows: AccountRows, now: number): AccountRows {
  const outbox = rows.outbox.filter(
    ({ putAway }) => !putAway || now - Date.parse(putAway.at) <= restoreMs,
  );
  const kept = outbox.length === rows.outbox.length ? rows : { ...rows, outbox };
  if (!isExpired(wishlistUpdatedAt(kept), now)) return kept;
  const lines = new Map(kept.wishlistMarks.map((line) => [line.productId, line]));
  const at = new Date(now).toISOString();
  const emptied = kept.outbox.map((op): OutboxOp => {
    const line = lines.get(op.args.productId);
    const isShown = opKinds[op.kind].set === 'wishlist' && !op.putAway && line;
    return isShown ? { ...op, putAway: { at, line } } : op;
  });
  return withShownLines({ ...kept, outbox: emptied }, 'wishlist');
}

/** Takes back what was put away, as if it were saved at `now`; what was saved anew since stays as it is. */
export function restorePutAway(rows: AccountRows, now: number): AccountRows {
  const shown = new Set(rows.wishlistMarks.map((line) => line.productId));
  const addedAt = new Date(now).toISOString();
  const lines = [...rows.wishlistMarks];
  const outbox = rows.outbox.flatMap((op): OutboxOp[] => {
    if (!op.putAway) return [op];
    if (shown.has(op.args.productId)) return [];
    const { putAway, ...restored } = op;
    lines.push({ ...putAway.line, addedAt });
    return [restored];
  });
  return withShownLines({ ...rows, outbox }, 'wishlist', lines);
}

/** The visitor doesn't want it back. */
export function forgetPutAway(rows: AccountRows): AccountRows {
  return { ...rows, outbox: rows.outbox.filter((op) => !op.putAway) };
}
