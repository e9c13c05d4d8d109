import { changeViewed, type Viewed } from '#offline/stores/device-database.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/** How many designs each account, and the visitor, remembers. */
const mostViewed = 12;

const ownerOf = (accountId: string | null) => accountId ?? 'visitor';

/** Puts a design first among those that an account (null: the visitor) looked at on this device. */
export function withViewed(
  viewed: Viewed | null,
  accountId: string | null,
  productId: string,
): Viewed {
  const owner = ownerOf(accountId);
  const others = (viewed?.[owner] ?? []).filter((id) => id !== productId);
  return { ...viewed, [owner]: [productId, ...others].slice(0, mostViewed) };
}

/**
 * Records that an account (null: the visitor) looks at a design. Resolves with the designs it looked at before, the
 * newest first, without this one.
 * @throws if the browser refuses IndexedDB, or it doesn't respond
 */
export async function recordViewed(
  idb: IndexedDb | null,
  accountId: string | null,
  productId: string,
): Promise<readonly string[]> {
  const now = await changeViewed(idb, (viewed) => withViewed(viewed, accountId, productId));
  return (now?.[ownerOf(accountId)] ?? []).filter((id) => id !== productId);
}

/** The ids of the designs that an account (null: the visitor) looked at on this device, the newest first. @throws as `recordViewed` */
export async function readViewed(
  idb: IndexedDb | null,
  accountId: string | null,
): Promise<readonly string[]> {
  return (await changeViewed(idb, (viewed) => viewed))?.[ownerOf(accountId)] ?? [];
}

/** Forgets what anybody looked at on this device. @throws as `recordViewed` */
export async function forgetViewed(idb: IndexedDb | null): Promise<void> {
  await changeViewed(idb, () => null);
}
