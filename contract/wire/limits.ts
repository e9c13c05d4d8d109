/** Business constants and limits (docs/requirements.md, U), each defined once, with its unit in its name or comment. */
export const limits = {
  shopPageSize: 28,
  searchPageSize: 10,
  /** The largest `limit` a listing call accepts. */
  maxPageSize: 100,
  shopSkeletons: 8,
  searchSkeletons: 10,
  /** Most products in the `GET /products` snapshot (OP-01). */
  snapshotSize: 2000,
  /** Most designs in one answer of `GET /products/older`. */
  olderSize: 500,
  /** How many of the newest designs a device stores; reading more would take a phone too long (decision 061). */
  deviceSize: 10_000,
  /** Most products in the best-sellers set (OP-39). */
  bestSellers: 100,
  newArrivals: 28,
  /** Designs that go well with one. */
  goingWith: 8,
  /** Shown while the buyer types in a search box. */
  suggestedProducts: 6,
  suggestedWords: 6,
  suggestedCategories: 4,
  /** Shown when no design matches a search: how many other texts, and how many designs for each. */
  nearestSearches: 3,
  nearestProducts: 4,
  searchDebounceMs: 300,
  defaultPriceRange: { minPrice: 0, maxPrice: 100 },
  licencePageRange: { minPrice: 30, maxPrice: 500 },
  passwordMin: 6,
  passwordMax: 128,
  otpDigits: 4,
  otpSeconds: 120,
  /** How long the old address can undo an account's change of e-mail. */
  emailUndoHours: 72,
  /** How often an account can change its e-mail in that time. */
  emailChanges: 3,
  wishlistDays: 7,
  /** How long unused query results stay cached (OP-46). */
  queryCacheMs: 60_000,
  menuTypeAheadMs: 350,
  /** After being away this long, a returning buyer starts a new visit (OP-12). */
  visitPauseMs: 30 * 60_000,
  toast: {
    durationMs: { blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 },
    maxCount: 20,
    removeAfterMs: 1000,
    maxWidthPx: 350,
    gutterPx: 8,
  },
  featuredCarousel: { slides: 4, slidesSmall: 2, smallBelowPx: 600, speedMs: 4000, delayMs: 4000 },
  servicesCarousel: { slides: 1, speedMs: 300 },
  /** Items shown per order in the list before '+N more item(s)'. */
  orderItemsShown: 2,
  ordersAnswered: 200,
  /** A Pending order older than this is hidden (OP-19). */
  pendingOrderHours: 24,
  /** Most designs in a collection, whose ids have to fit into a URL. */
  collectionDesigns: 60,
  /** Most designs in a cart or wishlist. */
  setSize: 500,
  /** Most devices listed per account, and stored of those that are signed out. */
  accountDevices: 30,
  deviceNameMax: 40,
  savedSearches: 20,
  /** The longest query string of a listing that is saved. */
  savedFiltersMax: 2500,
  /** How long a cart names a design that another device removed, and how many at most. */
  cartRemovalDays: 7,
  cartRemovals: 20,
  /** Most goods counted for a licence in one entry, most entries of a licence, and opIds in an answer. */
  countedAtOnce: 100_000,
  countEntries: 5_000,
  recentCounts: 30,
  customImages: 10,
  customImageBytes: 10 * 1024 * 1024,
  customRequestBytes: 40 * 1024 * 1024,
  /** Maximum size of a JSON body. */
  jsonBytes: 64 * 1024,
  /** The same for a call that saves long texts. */
  longJsonBytes: 512 * 1024,
  /** Maximum number of items in a list inside a JSON body. */
  listLength: 500,
} as const;
