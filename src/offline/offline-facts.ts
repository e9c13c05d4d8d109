import { openCatalogueStore } from './catalogue-store.ts';
import type { IndexedDb } from './indexed-db.ts';

/** What this device has of the catalogue. */
export interface SavedCatalogue {
  readonly designs: number;
  /** ISO 8601: when the shop last said what is in it; null: nothing is saved. */
  readonly checkedAt: string | null;
}

/** @throws where the browser refuses IndexedDB. */
export async function savedCatalogue(idb: IndexedDb | null): Promise<SavedCatalogue> {
  const store = openCatalogueStore(idb);
  try {
    const [designs, state] = [await store.countProducts(), await store.readState()];
    return { designs, checkedAt: state?.checkedAt ?? null };
  } finally {
    store.close();
  }
}
