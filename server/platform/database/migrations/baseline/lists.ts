import { integer, table, text } from '../../table.ts';

/** A list of an account. `version` increases with every change. */
const listColumns = {
  accountId: text().key().ownedBy('accounts.id'),
  id: text().unique(),
  version: integer(),
};

const lineColumns = {
  accountId: text().key().ownedBy('accounts.id'),
  productId: text().key().references('products.id'),
  addedAt: text(),
  /** A `ClothView` as JSON; null: none was kept. */
  view: text().nullable(),
};

export const listTables = {
  carts: table({
    ...listColumns,
    /** The coupon on it. Whether it applies is checked on every read. */
    couponId: text().nullable().references('coupons.id'),
  }),

  cartLines: table(lineColumns).with({
    indexes: { cartLinesByAge: ['addedAt'] },
  }),

  /** The device that a cart line was added on, if its owner's devices still include it. */
  cartLineDevices: table({
    accountId: text().key(),
    productId: text().key(),
    deviceId: text().ownedBy('accountDevices.id'),
  }).with({
    owners: { cartLineDevicesLine: { table: 'cartLines', by: ['accountId', 'productId'] } },
    indexes: { cartLineDevicesByDevice: ['deviceId'] },
  }),

  /** A design that was removed from a cart and not added again since. */
  cartRemovals: table({
    accountId: text().key().ownedBy('accounts.id'),
    productId: text().key().ownedBy('products.id'),
    deviceId: text().ownedBy('accountDevices.id'),
    removedAt: text(),
    /** The line's. */
    view: text().nullable(),
  }).with({
    indexes: {
      cartRemovalsByAge: ['removedAt'],
      cartRemovalsByDevice: ['deviceId'],
      cartRemovalsByProduct: ['productId'],
    },
  }),

  /** The price at which a buyer says to have added a design to the cart. */
  seenPrices: table({
    accountId: text().key().ownedBy('accounts.id'),
    productId: text().key().ownedBy('products.id'),
    cents: integer(),
  }),

  wishlists: table(listColumns),

  wishlistLines: table(lineColumns),

  /** A wishlist design's price when it was saved, or when its owner was last notified. */
  knownPrices: table({
    accountId: text().key(),
    productId: text().key(),
    cents: integer(),
  }).with({
    owners: { knownPricesLine: { table: 'wishlistLines', by: ['accountId', 'productId'] } },
    indexes: { knownPricesByProduct: ['productId'] },
  }),

  /** A search whose owner is told about new designs. */
  savedSearches: table({
    id: text().key(),
    accountId: text().ownedBy('accounts.id'),
    /** The words of a search; empty if it has filters. */
    words: text(),
    /** The query string of a filtered listing; empty if it has words. */
    filters: text(),
    hasMail: integer(),
    createdAt: text(),
    /** Designs published until then were compared with it. */
    checkedUntil: text(),
  }).with({
    unique: { savedSearchesOnce: ['accountId', 'words', 'filters'] },
    indexes: { savedSearchesDue: ['checkedUntil', 'accountId'] },
  }),
};
