import type { AccountStore } from './account-store.ts';
import { forgetOldRefused } from './outbox-rules.ts';
import { unsentRequests, withRequests } from './request-rules.ts';
import { type AccountRows, emptyRows } from './rows.ts';

/**
 * Deletes an account's rows at `now` (ms since 1970); with `keepsUnsent` what the shop hasn't got,
 * or would not take, stays for its next sign-in.
 */
export function wipeStore(store: AccountStore, keepsUnsent: boolean, now: number): Promise<void> {
  return store.wipe(keepsUnsent ? (rows) => unsentOf(rows, now) : () => emptyRows);
}

function unsentOf(rows: AccountRows, now: number): AccountRows {
  const { outbox, pictures } = rows;
  const { refused } = forgetOldRefused(rows, now);
  return withRequests({ ...emptyRows, outbox, refused, pictures }, unsentRequests(rows));
}
