/** Business constants and limits (spec §9). Each stands here once, with its unit in its name or comment. */
export const limits = {
  shopPageSize: 28,
  searchPageSize: 10,
  /** The largest `limit` a listing call takes. */
  maxPageSize: 100,
  shopSkeletons: 8,
  searchSkeletons: 10,
  /** Products in the `GET /products` snapshot at most (OP-01). */
  snapshotSize: 2000,
  /** Products in the best-sellers set at most (OP-39). */
  bestSellers: 100,
  newArrivals: 28,
  /** While typing in a search box. */
  suggestedProducts: 6,
  suggestedWords: 6,
  suggestedCategories: 4,
  /** Where a search finds nothing: other texts, and designs of each. */
  nearestSearches: 3,
  nearestProducts: 4,
  searchDebounceMs: 300,
  defaultPriceRange: { minPrice: 0, maxPrice: 100 },
  licencePageRange: { minPrice: 30, maxPrice: 500 },
  passwordMin: 6,
  passwordMax: 128,
  otpDigits: 4,
  otpSeconds: 120,
  /** So long the address before can undo the change of an account's e-mail. */
  emailUndoHours: 72,
  /** Changes of an account's e-mail in that time. */
  emailChanges: 3,
  wishlistDays: 7,
  /** Unused query results are kept this long (OP-46). */
  queryCacheMs: 60_000,
  menuTypeAheadMs: 350,
  /** Away for so long, a buyer comes back for a new visit (OP-12). */
  visitPauseMs: 30 * 60_000,
  toast: {
    durationMs: { blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 },
    held: 20,
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
  /** Cart and wishlist hold at most this many designs. */
  setSize: 500,
  customImages: 10,
  customImageBytes: 10 * 1024 * 1024,
  customRequestBytes: 40 * 1024 * 1024,
  /** A JSON body may be this long. */
  jsonBytes: 64 * 1024,
  /** A list inside a JSON body may have so many items. */
  listLength: 500,
} as const;
