import { saveShopTime } from './device-database.ts';
import type { IndexedDb } from './indexed-db.ts';

/** Minimum time between writes. It is enough for counting days. */
const noteMs = 60 * 60_000;

/** Returns a function that saves the shop's newest time, in ms since 1970. */
export function createShopTimeSaver(idb: IndexedDb | null): (shopTime: number) => void {
  let notedAt = 0;
  return (shopTime) => {
    if (shopTime - notedAt < noteMs) return;
    notedAt = shopTime;
    // If a full device can't save it, nothing is deleted by age.
    saveShopTime(idb, shopTime).catch(() => {});
  };
}
