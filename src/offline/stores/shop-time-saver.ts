import { saveShopTime } from './device-database.ts';
import type { IndexedDb } from './indexed-db.ts';

/** Days are counted by it, so it isn't written more often. */
const noteMs = 60 * 60_000;

/** Keeps the newest time that the shop gives, in ms since 1970. */
export function createShopTimeSaver(idb: IndexedDb | null): (shopTime: number) => void {
  let notedAt = 0;
  return (shopTime) => {
    if (shopTime - notedAt < noteMs) return;
    notedAt = shopTime;
    // On a full device nothing is deleted by age.
    saveShopTime(idb, shopTime).catch(() => {});
  };
}
