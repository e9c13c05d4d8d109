import type { CatalogueNews } from './catalogue-edge.ts';
import type { StoredGallery } from './gallery-store.ts';

/** What a page says to the worker. */
export type ToWorker =
  /** The buyer agreed to the new version; in Workbox's own words. */
  | { readonly type: 'SKIP_WAITING' }
  /** The shop is in view: see what changed in the catalogue; go on with pictures unless data is to be saved. */
  | { readonly kind: 'follow'; readonly withPictures: boolean }
  /** Keep what every screen needs without a signal; pictures too unless data is to be saved. */
  | { readonly kind: 'pack'; readonly withPictures: boolean }
  /** Orders came since the pack was filled: save their small pictures too. */
  | { readonly kind: 'pictures' }
  /** Store the pictures of all galleries, stop that, or delete them. */
  | { readonly kind: 'gallery'; readonly wish: 'store' | 'stop' | 'delete' }
  /**
   * Save no answer and no picture any more only because somebody looked at it or wanted it: they left
   * this device for good (`isLeft`: it isn't refreshed by itself any more either), or ask for it.
   * Answered with `ForgottenPictures` where a port comes along.
   */
  | { readonly kind: 'forget'; readonly isLeft: boolean };

export interface ForgottenPictures {
  readonly pictures: number;
}

/** What the worker says to every page. */
export type ToPage =
  | CatalogueNews
  | { readonly kind: 'packed'; readonly pictures: number }
  /** Asks for the page's address, to be said through the port that comes along. */
  | { readonly kind: 'address' }
  /** How far the pictures of all galleries are; null: they were deleted. */
  | { readonly kind: 'gallery'; readonly gallery: StoredGallery | null };

/** Wakes the worker to send what waits, once the browser believes in a network again. */
export const outboxSyncTag = 'pinwheel-outbox';

/** Wakes the worker of an installed shop from time to time, to refresh catalogue and prices. */
export const refreshSyncTag = 'pinwheel-refresh';
