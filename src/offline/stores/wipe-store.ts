import { forgetOldRefused } from '#offline/outbox/outbox-rules.ts';
import { unsentRequests, withRequests } from '#offline/outbox/request-rules.ts';
import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import type { AccountStore } from './account-store.ts';

/**
 * Deletes an account's rows; with `keepsUnsent` what the shop hasn't got, or would not take, stays
 * for its next sign-in, notes of a stall and begun changes among it. `shopTime` as in `forgetOldRefused`. Answers whether it is done by now.
 */
export function wipeStore(
  store: AccountStore,
  keepsUnsent: boolean,
  shopTime: number | null,
): Promise<boolean> {
  return keepsUnsent
    ? store.wipe((rows) => unsentOf(rows, shopTime), true)
    : store.wipe(() => emptyRows);
}

function unsentOf(rows: AccountRows, shopTime: number | null): AccountRows {
  const { outbox, pictures, stallNotes } = rows;
  const { refused } = forgetOldRefused(rows, shopTime);
  return withRequests(
    { ...emptyRows, outbox, refused, pictures, stallNotes },
    unsentRequests(rows),
  );
}
