import { callKey } from '#api/query-cache.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import { openCatalogueStore } from './catalogue-store.ts';
import { timedCatalogueStore } from './timed-catalogue-store.ts';

/** What this device has stored of the catalogue. */
export interface SavedCatalogue {
  readonly designs: number;
  /** How many the shop has if not all are stored; null: they are, or the shop hasn't said so. */
  readonly published: number | null;
  /** ISO 8601, when the shop last confirmed the contents; null: nothing is stored. */
  readonly checkedAt: string | null;
  /** The current ones. */
  readonly licenceTexts: readonly LicenceText[];
}

/**
 * Reads what is stored of the catalogue.
 * @throws if the browser refuses IndexedDB, or it doesn't respond
 */
export async function savedCatalogue(idb: IndexedDb | null): Promise<SavedCatalogue> {
  const store = timedCatalogueStore(openCatalogueStore(idb));
  try {
    const [designs, state, texts] = await Promise.all([
      store.countProducts(),
      store.readState(),
      store.readAnswer(callKey('licenceTexts')),
    ]);
    const answer = texts?.answer as CallAnswer<'licenceTexts'> | undefined;
    return {
      designs,
      published: state?.isWhole === false ? (state.total ?? null) : null,
      checkedAt: state?.checkedAt ?? null,
      licenceTexts: answer?.licenceTexts ?? [],
    };
  } finally {
    store.close();
  }
}
