import type { CatalogueNews } from './catalogue-news.ts';
import type { StoredGallery } from './gallery-store.ts';
import type { PackSource } from './season-pack-store.ts';

/** Messages to the worker, from a page or from the next version of the worker. */
export type ToWorker =
  /** The buyer agreed to the new version. Workbox defines this message. */
  | { readonly type: 'SKIP_WAITING' }
  /** From the next version, which is about to take over: end what lasts long, and answer through the message's port. */
  | { readonly kind: 'makeWay' }
  /**
   * The shop is visible: update the catalogue, and continue storing pictures and older designs if `withPictures`;
   * false saves data.
   */
  | { readonly kind: 'follow'; readonly withPictures: boolean }
  /** Store what every screen needs while offline, with pictures and older designs if `withPictures`; false saves data. */
  | { readonly kind: 'pack'; readonly withPictures: boolean }
  /** Orders came since the pack was filled: store their small pictures, too. */
  | { readonly kind: 'pictures' }
  /** Store all gallery pictures, stop storing them, or delete them. */
  | { readonly kind: 'gallery'; readonly wish: 'store' | 'stop' | 'delete' }
  /**
   * Store a season pack or continue it, remove it, or measure it first. Through the message's port, `keep`
   * answers whether the device could note it, and `measure` with `PackMeasure`.
   */
  | {
      readonly kind: 'seasonPack';
      readonly wish: 'keep';
      readonly name: string;
      readonly source: PackSource;
    }
  | { readonly kind: 'seasonPack'; readonly wish: 'remove'; readonly id: string }
  | { readonly kind: 'seasonPack'; readonly wish: 'measure'; readonly source: PackSource }
  /**
   * Delete answers and pictures stored only because somebody looked at them or wanted them, either on request
   * or because the account left this device (`isLeft`: also stop periodic refreshes). Answers with
   * `ForgottenPictures` through the message's port, if it has one.
   */
  | { readonly kind: 'forget'; readonly isLeft: boolean }
  /** Say what this device could show without the shop. Answers with `WorkerReadiness` through the message's port. */
  | { readonly kind: 'readiness' };

export interface ForgottenPictures {
  readonly pictures: number;
}

/** What a season pack would need; null: it can't be measured now. */
export type PackMeasure = {
  /** `limits.listLength + 1`: too many for a pack. */
  readonly designs: number;
  readonly bytes: number;
} | null;

/** Screens that need stored contents to be useful without the shop. */
export type ReadyScreen =
  | 'home'
  | 'shop'
  | 'product'
  | 'search'
  | 'bestSellers'
  | 'collections'
  | 'licence'
  | 'terms'
  | 'privacy';

/** What the worker could answer now without the shop. */
export interface WorkerReadiness {
  /** Distinguishes builds of the app. */
  readonly version: string;
  /** How many files the app consists of, and how many of them are not stored. */
  readonly files: number;
  readonly missingFiles: number;
  /** Screens that would open without their contents. */
  readonly emptyScreens: readonly ReadyScreen[];
  /** How long the worker took for the document and the contents of the shop's first page, in ms. */
  readonly shopMs: number;
}

/** Messages from the worker to every page. */
export type ToPage =
  | CatalogueNews
  /** What every screen needs while offline is stored. */
  | { readonly kind: 'packed' }
  /** Asks for the page's address, to be answered through the message's port. */
  | { readonly kind: 'address' }
  /** Progress of storing all gallery pictures; null: they were deleted. */
  | { readonly kind: 'gallery'; readonly gallery: StoredGallery | null }
  /** A season pack changed: read them again. */
  | { readonly kind: 'seasonPacks' };

/** Background sync tag: wakes the worker to send pending changes once the browser believes the network is back. */
export const outboxSyncTag = 'pinwheel-outbox';

/** Periodic sync tag: wakes the worker of an installed shop now and then to refresh catalogue and prices. */
export const refreshSyncTag = 'pinwheel-refresh';
