export const shopPageSize = 28;
export const searchPageSize = 10;
/** The largest `limit` a listing call accepts. */
export const maxPageSize = 100;
export const shopSkeletons = 8;
export const searchSkeletons = 10;
/** Most products in the `GET /products` snapshot (OP-01). */
export const snapshotSize = 2000;
/** Most designs in one answer of `GET /products/older`. */
export const olderSize = 500;
/** How many of the newest designs a device stores; reading more would take a phone too long (decision 061). */
export const deviceSize = 10_000;
/** Most products in the best-sellers set (OP-39). */
export const bestSellers = 100;
export const newArrivals = 28;
/** Designs that the home page begins with. */
export const homeDesigns = 4;
/** Designs that go well with one. */
export const goingWith = 8;
/** Shown while the buyer types in a search box. */
export const suggestedProducts = 6;
export const suggestedWords = 6;
export const suggestedCategories = 4;
/** Words of each kind of keywords that the results of a search can be narrowed to. */
export const facetWords = 12;
/** Shown when no design matches a search: how many other texts, and how many designs for each. */
export const nearestSearches = 3;
export const nearestProducts = 4;
export const searchDebounceMs = 300;
export const defaultPriceRange = { minPrice: 0, maxPrice: 100 } as const;
export const licencePageRange = { minPrice: 30, maxPrice: 500 } as const;
export const passwordMin = 6;
export const passwordMax = 128;
export const otpDigits = 4;
export const otpSeconds = 120;
/** How long the old address can undo an account's change of e-mail. */
export const emailUndoHours = 72;
/** How often an account can change its e-mail in that time. */
export const emailChanges = 3;
export const wishlistDays = 7;
/** How long unused query results stay cached (OP-46). */
export const queryCacheMs = 60_000;
export const menuTypeAheadMs = 350;
/** After being away this long, a returning buyer starts a new visit (OP-12). */
export const visitPauseMs = 30 * 60_000;
export const toast = {
  durationMs: { blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 },
  maxCount: 20,
  removeAfterMs: 1000,
  maxWidthPx: 350,
  gutterPx: 8,
} as const;
export const featuredCarousel = {
  slides: 4,
  slidesSmall: 2,
  smallBelowPx: 600,
  speedMs: 4000,
  delayMs: 4000,
} as const;
export const servicesCarousel = { slides: 1, speedMs: 300 } as const;
/** Items shown per order in the list before '+N more item(s)'. */
export const orderItemsShown = 2;
/** A Pending order older than this is hidden (OP-19). */
export const pendingOrderHours = 24;
/** Most designs in a collection, whose ids have to fit into a URL. */
export const collectionDesigns = 60;
/** Most designs in a cart or wishlist. */
export const setSize = 500;
/** Most devices listed per account, and stored of those that are signed out. */
export const accountDevices = 30;
export const deviceNameMax = 40;
export const savedSearches = 20;
/** The longest query string of a listing that is saved. */
export const savedFiltersMax = 2500;
/** How long a cart names a design that another device removed, and how many at most. */
export const cartRemovalDays = 7;
export const cartRemovals = 20;
/** Most goods counted for a licence in one entry, most entries of a licence, and opIds in an answer. */
export const countedAtOnce = 100_000;
export const countEntries = 5_000;
export const recentCounts = 30;
export const customImages = 10;
export const customImageBytes = 10 * 1024 * 1024;
export const customRequestBytes = 40 * 1024 * 1024;
/** Maximum size of a JSON body. */
export const jsonBytes = 64 * 1024;
/** The same for a call that saves long texts. */
export const longJsonBytes = 512 * 1024;
/** Maximum number of items in a list inside a JSON body. */
export const listLength = 500;
