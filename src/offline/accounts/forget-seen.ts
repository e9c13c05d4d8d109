import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { askWorker } from '#offline/catalogue/ask-worker.ts';
import { openCatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { sharedAnswerKeys } from '#offline/catalogue/shared-answers.ts';
import { timedCatalogueStore } from '#offline/catalogue/timed-catalogue-store.ts';
import { forgetViewed } from '#offline/catalogue/viewed-designs.ts';
import type { ForgottenPictures } from '#offline/catalogue/worker-messages.ts';
import { withDatabaseTimeout } from '#offline/stores/database-timeout.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/** How many stored answers of each kind were deleted. */
export interface Forgotten {
  readonly searches: number;
  readonly designs: number;
  /** Listings, including filtered ones and those of categories. */
  readonly listings: number;
}

const kindOf: Partial<Record<AskedCatalogueCall['name'], keyof Forgotten>> = {
  productsSearch: 'searches',
  product: 'designs',
};

/**
 * Deletes the list of designs viewed last, and stored answers that show what somebody looked at; those that every
 * device stores stay.
 * @throws if the browser refuses IndexedDB, or it doesn't respond
 */
export async function forgetSeenAnswers(idb: IndexedDb | null): Promise<Forgotten> {
  const forgotten = { searches: 0, designs: 0, listings: 0 };
  await forgetViewed(idb);
  const store = timedCatalogueStore(openCatalogueStore(idb));
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

/** Like `forgetSeenAnswers`, for a sign-out: never rejects, and gives up if the database doesn't respond in time. */
export async function forgetSeenInTime(idb: IndexedDb | null): Promise<void> {
  await withDatabaseTimeout(forgetSeenAnswers(idb)).catch(() => {});
}

/**
 * Deletes cached pictures in the worker that show what somebody looked at, or had in cart and wishlist, and
 * cancels those being saved. Resolves with how many were deleted; 0 if no worker answers within `waitMs`.
 * `isLeft`: the account leaves the device.
 */
export async function forgetSeenPictures(waitMs: number, isLeft = false): Promise<number> {
  const forgotten = await askWorker<ForgottenPictures>({ kind: 'forget', isLeft }, waitMs);
  return forgotten?.pictures ?? 0;
}
