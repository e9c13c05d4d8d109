import type { AccountStore } from './account-store.ts';
import { unsentRequests, withRequests } from './request-rules.ts';
import { emptyRows } from './rows.ts';

/** Deletes an account's rows; with `keepsUnsent` what the shop hasn't got stays for its next sign-in. */
export async function wipeStore(store: AccountStore, keepsUnsent: boolean): Promise<void> {
  const rows = await store.read();
  const requests = unsentRequests(rows);
  const isUnsent = rows.outbox.length > 0 || requests.length > 0;
  await store.wipe(
    keepsUnsent && isUnsent
      ? withRequests({ ...emptyRows, outbox: rows.outbox, pictures: rows.pictures }, requests)
      : null,
  );
}
