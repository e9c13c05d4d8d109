import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { openCatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { limitedCatalogueStore } from '#offline/catalogue/limited-catalogue-store.ts';
import { sharedAnswerKeys } from '#offline/catalogue/shared-answers.ts';
import type { ForgottenPictures, ToWorker } from '#offline/catalogue/worker-messages.ts';
import { withDatabaseTimeout } from '#offline/stores/database-timeout.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/** What was deleted of what somebody looked at. */
export interface Forgotten {
  readonly searches: number;
  readonly designs: number;
  /** Listings, also with filters and of categories. */
  readonly listings: number;
}

const kindOf: Partial<Record<AskedCatalogueCall['name'], keyof Forgotten>> = {
  productsSearch: 'searches',
  product: 'designs',
};

/**
 * Deletes the saved answers that say what was looked at; those that every device has stay.
 * @throws where the browser refuses IndexedDB, or it says nothing.
 */
export async function forgetSeenAnswers(idb: IndexedDb | null): Promise<Forgotten> {
  const forgotten = { searches: 0, designs: 0, listings: 0 };
  const store = limitedCatalogueStore(openCatalogueStore(idb));
  try {
    for (const key of await store.forgetAnswersBut(sharedAnswerKeys())) {
      const [name] = JSON.parse(key) as [AskedCatalogueCall['name']];
      forgotten[kindOf[name] ?? 'listings'] += 1;
    }
  } finally {
    store.close();
  }
  return forgotten;
}

/** As `forgetSeenAnswers`, for one who leaves: what can't be deleted soon holds up nothing. */
export async function forgetSeenInTime(idb: IndexedDb | null): Promise<void> {
  await withDatabaseTimeout(forgetSeenAnswers(idb)).catch(() => {});
}

/**
 * The worker's caches say by their pictures what was looked at, and what lay in cart and wishlist.
 * It also forgets what it is about to save. Resolves with how many pictures went; 0 where no worker
 * answers within `waitMs`. `isLeft`: its account leaves the device.
 */
export function forgetSeenPictures(waitMs: number, isLeft = false): Promise<number> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(0);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(0), waitMs);
    port1.onmessage = ({ data }: MessageEvent<ForgottenPictures>) => {
      clearTimeout(timer);
      port1.close();
      resolve(data.pictures);
    };
    const message: ToWorker = { kind: 'forget', isLeft };
    worker.postMessage(message, [port2]);
  });
}
