import { counter, integer, oneOf, table, text } from '../../table.ts';

export const catalogueTables = {
  categories: table({
    id: text().key(),
    name: text().unique(),
    position: integer(),
    isDemo: integer().default(0).stated(),
  }),

  products: table({
    id: text().key(),
    title: text(),
    /** Sanitised HTML. */
    description: text(),
    price: integer().check('price >= 0'),
    /** The price now: salePrice during the sale, otherwise null. `saleTurnsAt` is when that changes next. */
    discountedPrice: integer().check('"discountedPrice" >= 0').nullable(),
    salePrice: integer().nullable(),
    /** Null: no start, or no end. */
    saleStartsAt: text().nullable(),
    saleEndsAt: text().nullable(),
    saleTurnsAt: text().nullable(),
    sku: text().unique(),
    salesCount: integer().default(0).stated(),
    /** JSON array of names. */
    designers: text(),
    status: oneOf('draft', 'published', 'retired'),
    publishedAt: text(),
    isDesignerFavourite: integer().default(0).stated(),
    /** 0: fabric shops can't buy it. */
    isForFabricShops: integer().default(1),
    /** JSON of `Keywords`. */
    keywords: text().default('{"motif":[],"occasion":[],"style":[],"color":[]}'),
    /** The size of one repeat, in hundredths of an inch. */
    tileWidth: integer().nullable(),
    tileHeight: integer().nullable(),
    /** Increases with every save in the studio, to detect a save based on an older version. */
    version: integer().default(1),
    /** All files in one ZIP, made on publishing if there are several. */
    archiveSha256: text().nullable(),
    archiveBytes: integer().nullable(),
    /** The custom request that it was drawn for, which keeps it out of the shop; null for all others. */
    commissionId: text().nullable(),
    isDemo: integer().default(0).stated(),
    updatedAt: text(),
    /** Title and SKU in the letters that searches of the studio compare; triggers keep them. */
    searchTitle: text().default(''),
    searchSku: text().default(''),
  }).with({
    indexes: {
      productsByArchive: ['archiveSha256'],
      productsByCommission: {
        of: ['commissionId'],
        isUnique: true,
        where: '"commissionId" is not null',
      },
      productsByPrice: ['price', 'id'],
      productsByPublication: ['status', 'publishedAt'],
      productsBySaleTurn: ['saleTurnsAt'],
      productsBySales: ['salesCount', 'id'],
      productsByTitle: ['searchTitle', 'id'],
      productsByUpdate: ['updatedAt', 'id'],
      productsUnpublished: { of: ['updatedAt', 'id'], where: `"status" <> 'published'` },
    },
  }),

  productCategories: table({
    productId: text().key().ownedBy('products.id'),
    categoryId: text().key().references('categories.id'),
    position: integer(),
  }).with({ indexes: { productsByCategory: ['categoryId'] } }),

  productImages: table({
    id: text().key(),
    productId: text().ownedBy('products.id'),
    position: integer(),
    /** The content hash in the addresses of its previews. */
    hash: text(),
    width: integer(),
    height: integer(),
    color: text(),
    /** The studio's name for it; empty for pictures drawn by the demo. */
    name: text().default(''),
    /** The picture that the previews were made of; null for pictures drawn by the demo. */
    sourceSha256: text().nullable(),
    /** Its main colours (`contract/catalogue/swatches.ts`); null until they are computed. */
    swatches: text().nullable(),
    /** What is behind a cut-out in its previews (`designs/files/picture-ground.ts`). */
    ground: text<'white' | 'dark' | 'none'>().default('white'),
    /** Shown until it has loaded (`contract/shop/miniature.ts`); empty until it is made. */
    miniature: text().default(''),
    /** Below `previewVersion` (`designs/files/previews.ts`): to be made again. */
    previewVersion: integer().default(1),
    /** Whether the file is made for brighter screens, and whether it says to turn it although no browser does. */
    isHdr: integer().default(0),
    isUnturned: integer().default(0),
  }).with({
    indexes: {
      imagesByHash: ['hash'],
      imagesByProduct: ['productId'],
      imagesBySource: ['sourceSha256'],
      productImagesByPreviewVersion: ['previewVersion', 'id'],
    },
  }),

  productFiles: table({
    id: text().key(),
    productId: text().ownedBy('products.id'),
    position: integer(),
    /** The safe name it downloads under. */
    name: text(),
    mediaType: text(),
    /** Null while the original isn't ready. */
    sha256: text().nullable(),
    bytes: integer().nullable(),
    width: integer().nullable(),
    height: integer().nullable(),
    dpi: integer().nullable(),
  }).with({
    indexes: {
      filesByProduct: ['productId'],
      filesBySha256: ['sha256'],
    },
  }),

  featuredImages: table({
    id: text().key(),
    position: integer(),
    hash: text(),
    width: integer(),
    height: integer(),
    color: text(),
    /** Empty for one that was stored before there were any. */
    miniature: text().default(''),
    altText: text().nullable(),
    isDemo: integer().default(0).stated(),
  }),

  collections: table({
    id: text().key(),
    /** Its part of the URL. */
    slug: text().unique(),
    /** JSON: those that it had before, the last first. */
    formerSlugs: text().default('[]'),
    name: text(),
    /** Plain text. */
    description: text(),
    /** For all its designs together; null: no such price. */
    price: integer().check('price >= 0').nullable(),
    /** The design whose picture it shows; null, or one that isn't in the shop: its first. */
    coverId: text().nullable().references('products.id', 'set null'),
    isPublished: integer(),
    position: integer(),
    /** Increases with every save in the studio, to detect a save based on an older version. */
    version: integer().default(1),
    isDemo: integer().default(0),
  }),

  collectionDesigns: table({
    collectionId: text().key().ownedBy('collections.id'),
    productId: text().key().ownedBy('products.id'),
    position: integer(),
  }).with({ indexes: { collectionDesignsByProduct: ['productId'] } }),

  /** What a published design cost, in cents, until its price rose. */
  endedPrices: table({
    productId: text().key().ownedBy('products.id'),
    cents: integer(),
    endedAt: text().key(),
  }),

  /** What followers of the catalogue read, oldest first; see `changes-after.ts`. */
  catalogueChanges: table({
    seq: counter(),
    /** Null: public data besides the designs. */
    productId: text().nullable(),
    changedAt: text(),
    /** The last row of each recorded change has one, by chance. Null also in rows of earlier versions. */
    mark: integer().nullable(),
  }).with({ indexes: { catalogueChangesByProduct: ['productId'] } }),
};
