import type { Generated } from 'kysely';
import type { AccountStatus, LicenseType } from '#contract/shop/account.ts';
import type { QuotePart } from '#contract/shop/order.ts';
import type { PushKind } from '#contract/shop/push-news.ts';
import type { DesignStatus } from '#contract/studio/designs.ts';
import type { BookTables } from './book-tables.ts';
import type { BulkTables } from './bulk-tables.ts';
import type { CommissionTables } from './commission-tables.ts';
import type { FileTables } from './file-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { LicenceTables } from './licence-tables.ts';
import type { StudioTables } from './studio-tables.ts';
import type { ThreadTables } from './thread-tables.ts';

/**
 * The tables of the database. Amounts are integer cents, instants are ISO 8601 UTC text (which sorts by
 * time), booleans are 0 or 1, so that every engine stores the same.
 */
export interface Tables
  extends StudioTables,
    BookTables,
    BulkTables,
    CommissionTables,
    FileTables,
    ImportTables,
    LicenceTables,
    ThreadTables {
  accounts: AccountsTable;
  accountDevices: AccountDevicesTable;
  sessions: SessionsTable;
  knownDevices: KnownDevicesTable;
  resetSteps: ResetStepsTable;
  emailUndos: EmailUndosTable;
  rateLimits: RateLimitsTable;
  /** Work that one process does at a time; see `jobs/run-alone.ts`. */
  leases: { name: string; holder: string; expiresAt: string };
  categories: { id: string; name: string; position: number; isDemo: number };
  products: ProductsTable;
  productCategories: { productId: string; categoryId: string; position: number };
  productImages: ProductImagesTable;
  productFiles: ProductFilesTable;
  featuredImages: FeaturedImagesTable;
  collections: CollectionsTable;
  collectionDesigns: { collectionId: string; productId: string; position: number };
  catalogueChanges: CatalogueChangesTable;
  carts: CartsTable;
  cartLines: SetLinesTable;
  cartLineDevices: CartLineDevicesTable;
  cartRemovals: CartRemovalsTable;
  seenPrices: SeenPricesTable;
  wishlists: SetsTable;
  wishlistLines: SetLinesTable;
  knownPrices: KnownPricesTable;
  endedPrices: EndedPricesTable;
  savedSearches: SavedSearchesTable;
  coupons: CouponsTable;
  couponProducts: { couponId: string; productId: string };
  couponCategories: { couponId: string; categoryId: string };
  couponUses: CouponUsesTable;
  orders: OrdersTable;
  orderItems: OrderItemsTable;
  orderTexts: OrderTextsTable;
  buyerTexts: { id: Generated<number>; accountId: string; text: string };
  /** What an order's receipt says of its buyer, from 1; `billing` is JSON. One without a row says nothing. */
  receiptVersions: { orderId: string; version: number; billing: string; createdAt: string };
  refunds: RefundsTable;
  /** The last number given of each series of receipts or credit notes, such as `R-2026`. */
  receiptSeries: { name: string; last: number };
  /** How often a design was downloaded on a day of the shop, such as `2026-11-22`. */
  downloadDays: { day: string; productId: string; count: number };
  /** How often words were searched for and nothing was found, by day of the shop. Not by whom. */
  emptySearches: { day: string; words: string; count: number };
  saleSums: SaleSumsTable;
  /** Stored counts of buyers in days that are over; triggers delete those that a change concerns. */
  buyerCounts: { startsAt: string; endsAt: string; begun: number; paid: number };
  refundRequests: RefundRequestsTable;
  paymentEvents: PaymentEventsTable;
  pushDevices: PushDevicesTable;
  pushes: PushesTable;
  idempotencyAnswers: IdempotencyAnswersTable;
  mailOutbox: MailOutboxTable;
  settings: { key: string; value: string; updatedAt: string };
  /** Has a row while a move or restore into this database is unfinished: the shop's id, or `restoreMark`. */
  unfinishedMoves: { shop: string };
  /** One for each of a day's writes to PostgreSQL; 0 for one that must not be committed any more. */
  commits: { id: string; isCommitted: 0 | 1 };
}

/** What an order is found by, and the filters that are used with it. */
interface OrderTextsTable {
  /** Newer orders have higher ids. */
  id: Generated<number>;
  orderId: string;
  text: string;
  state: OrderState;
  createdAt: string;
}

interface AccountsTable {
  id: string;
  /** As the owner wrote it. */
  email: string;
  /** Normalised: the form that is unique and that limits are counted by. */
  emailKey: string;
  /** The `emailKey` that its owner has shown to be theirs, with a mail sent there; null: none. */
  confirmedEmailKey: Generated<string | null>;
  passwordHash: string;
  firstName: string;
  lastName: string;
  licenseType: LicenseType;
  businessVerificationLink: string;
  avatarUrl: string | null;
  status: AccountStatus;
  /** Its owner is mailed when custom requests open. */
  hasCustomsNews: Generated<number>;
  /** Its owner is mailed when a bought design gets new files. */
  hasFilesNews: Generated<number>;
  /** JSON of what its owner wants on receipts; null: nothing. */
  billing: Generated<string | null>;
  /** When its owner is to be notified of price drops; null if there are none. */
  priceDropsDueAt: Generated<string | null>;
  /** When its owner was last notified of price drops. */
  priceDropsToldAt: Generated<string | null>;
  /** When its owner was last told of new designs for saved searches. */
  newDesignsToldAt: Generated<string | null>;
  isDemo: number;
  createdAt: string;
  /** When its owner deleted it. The row stays for its orders, without personal data. */
  deletedAt: string | null;
}

/** A browser that signed in to an account of a buyer. */
interface AccountDevicesTable {
  id: string;
  accountId: string;
  /** SHA-256 of the token in its device cookie, hex, by which its next sign-in finds it. */
  cookieHash: string;
  userAgent: string;
  /** The name its owner gave it; empty: none. */
  givenName: string;
  /** Its last sign-in. */
  signedInAt: string;
}

interface SessionsTable {
  /** SHA-256 of the bearer token, hex. The token itself isn't stored on the server. */
  tokenHash: string;
  accountId: string;
  deviceId: Generated<string | null>;
  createdAt: string;
  lastSeenAt: string;
}

/** A device that signed in to an account. Its cookie only recognises it; it doesn't sign in. */
interface KnownDevicesTable {
  /** `account:<id>` or `studio:<id>`. */
  owner: string;
  /** SHA-256 of the token in its cookie, hex. The token itself isn't stored on the server. */
  tokenHash: string;
  lastSignInAt: string;
}

/** A step of a password reset. Its token works once. */
interface ResetStepsTable {
  /** SHA-256 of the step's token, hex. The token itself isn't stored on the server. */
  tokenHash: string;
  /** SHA-256 of the normalised e-mail of the request, hex. */
  emailHash: string;
  /** Of the known device, or else the address, that asked. A new code replaces the last one for the same requester. */
  requesterHash: Generated<string>;
  /** Null if there is no such account. */
  accountId: string | null;
  /** Hash of token and code; null once the code was entered, when the token sets a password. */
  codeHash: string | null;
  triesLeft: number;
  expiresAt: string;
}

/** A change of e-mail that the previous address can still undo. Until it expires, no other account can use that address. */
interface EmailUndosTable {
  /** Increases with each change. */
  id: Generated<number>;
  /** SHA-256 of the token in the link, hex. */
  tokenHash: string;
  accountId: string;
  /** The previous e-mail as its owner wrote it, and normalised. */
  email: string;
  emailKey: string;
  expiresAt: string;
}

interface RateLimitsTable {
  key: string;
  count: number;
  windowEndsAt: string;
}

interface ProductsTable {
  id: string;
  title: string;
  /** Sanitised HTML. */
  description: string;
  price: number;
  /** The price now: salePrice during the sale, otherwise null. `saleTurnsAt` is when that changes next. */
  discountedPrice: number | null;
  salePrice: Generated<number | null>;
  /** Null: no start, or no end. */
  saleStartsAt: Generated<string | null>;
  saleEndsAt: Generated<string | null>;
  saleTurnsAt: Generated<string | null>;
  sku: string;
  salesCount: number;
  /** JSON array of names. */
  designers: string;
  status: DesignStatus;
  publishedAt: string;
  isDesignerFavourite: number;
  /** 0: fabric shops can't buy it. */
  isForFabricShops: Generated<number>;
  /** JSON of `Keywords`. */
  keywords: Generated<string>;
  /** The size of one repeat, in hundredths of an inch. */
  tileWidth: Generated<number | null>;
  tileHeight: Generated<number | null>;
  /** Increases with every save in the studio, to detect a save based on an older version. */
  version: Generated<number>;
  /** All files in one ZIP, made on publishing if there are several. */
  archiveSha256: string | null;
  archiveBytes: number | null;
  /** The custom request that it was drawn for, which keeps it out of the shop; null for all others. */
  commissionId: Generated<string | null>;
  isDemo: number;
  updatedAt: string;
  /** Title and SKU in the letters that searches of the studio compare; triggers keep them. */
  searchTitle: Generated<string>;
  searchSku: Generated<string>;
}

interface ProductImagesTable {
  id: string;
  productId: string;
  position: number;
  /** The content hash in the addresses of its previews. */
  hash: string;
  width: number;
  height: number;
  color: string;
  /** The studio's name for it; empty for pictures drawn by the demo. */
  name: Generated<string>;
  /** The picture that the previews were made of; null for pictures drawn by the demo. */
  sourceSha256: Generated<string | null>;
  /** Its main colours (`contract/catalogue/swatches.ts`); null until they are computed. */
  swatches: Generated<string | null>;
  /** What is behind a cut-out in its previews (`designs/files/picture-ground.ts`). */
  ground: Generated<'white' | 'dark' | 'none'>;
  /** Shown until it has loaded (`contract/shop/miniature.ts`); empty until it is made. */
  miniature: Generated<string>;
  /** Below `previewVersion` (`designs/files/previews.ts`): to be made again. */
  previewVersion: Generated<number>;
  /** Whether the file is made for brighter screens, and whether it says to turn it although no browser does. */
  isHdr: Generated<number>;
  isUnturned: Generated<number>;
}

interface ProductFilesTable {
  id: string;
  productId: string;
  position: number;
  /** The safe name it downloads under. */
  name: string;
  mediaType: string;
  /** Null while the original isn't ready. */
  sha256: string | null;
  bytes: number | null;
  width: number | null;
  height: number | null;
  dpi: number | null;
}

interface FeaturedImagesTable {
  id: string;
  position: number;
  hash: string;
  width: number;
  height: number;
  color: string;
  /** Empty for one that was stored before there were any. */
  miniature: Generated<string>;
  altText: string | null;
  isDemo: number;
}

interface CollectionsTable {
  id: string;
  /** Its part of the URL. */
  slug: string;
  /** JSON: those that it had before, the last first. */
  formerSlugs: Generated<string>;
  name: string;
  /** Plain text. */
  description: string;
  /** For all its designs together; null: no such price. */
  price: number | null;
  /** The design whose picture it shows; null, or one that isn't in the shop: its first. */
  coverId: string | null;
  isPublished: number;
  position: number;
  /** Increases with every save in the studio, to detect a save based on an older version. */
  version: Generated<number>;
  isDemo: Generated<number>;
}

/** What followers of the catalogue read, oldest first; see `changes-after.ts`. */
export interface CatalogueChangesTable {
  seq: Generated<number>;
  /** Null: public data besides the designs. */
  productId: string | null;
  changedAt: string;
  /** The last row of each recorded change has one, by chance. Null also in rows of earlier versions. */
  mark: Generated<number | null>;
}

/** A product set of an account. `version` increases with every change. */
interface SetsTable {
  accountId: string;
  id: string;
  version: number;
}

interface SetLinesTable {
  accountId: string;
  productId: string;
  addedAt: string;
  /** A `ClothView` as JSON; null: none was kept. */
  view: string | null;
}

/** The device that a cart line was added on, if its owner's devices still include it. */
interface CartLineDevicesTable {
  accountId: string;
  productId: string;
  deviceId: string;
}

/** A design that was removed from a cart and not added again since. */
interface CartRemovalsTable {
  accountId: string;
  productId: string;
  deviceId: string;
  removedAt: string;
  /** The line's. */
  view: string | null;
}

/** The price at which a buyer says to have added a design to the cart. */
interface SeenPricesTable {
  accountId: string;
  productId: string;
  cents: number;
}

/** A search whose owner is told about new designs. */
interface SavedSearchesTable {
  id: string;
  accountId: string;
  /** The words of a search; empty if it has filters. */
  words: string;
  /** The query string of a filtered listing; empty if it has words. */
  filters: string;
  hasMail: number;
  createdAt: string;
  /** Designs published until then were compared with it. */
  checkedUntil: string;
}

/** A wishlist design's price when it was saved, or when its owner was last notified. */
interface KnownPricesTable {
  accountId: string;
  productId: string;
  cents: number;
}

/** What a published design cost, in cents, until its price rose. */
interface EndedPricesTable {
  productId: string;
  cents: number;
  endedAt: string;
}

interface CartsTable extends SetsTable {
  /** The coupon on it. Whether it applies is checked on every read. */
  couponId: Generated<string | null>;
}

interface CouponsTable {
  id: string;
  /** As the studio wrote it. */
  code: string;
  /** Normalised: the form that is unique and looked up. */
  codeKey: string;
  discountType: 'percentage' | 'fixed';
  /** Hundredths of a percent, or cents. */
  discount: number;
  minimumSubtotal: number;
  startsAt: string | null;
  /** The coupon doesn't apply from this instant on. */
  endsAt: string | null;
  useLimit: number | null;
  /** Always the number of its rows in couponUses. */
  used: Generated<number>;
  isOncePerCustomer: number;
  /** It applies only to couponProducts and couponCategories, even if those are empty by now. */
  isScoped: number;
  /** The studio switched it off. */
  isOff: Generated<number>;
  /** Increases with each save of its dates and limits, to detect a save based on an older version. */
  version: Generated<number>;
  createdAt: string;
}

/** A row for each order that has reserved or spent a use. */
interface CouponUsesTable {
  orderId: string;
  couponId: string;
  accountId: string;
  /** The account's id if the coupon can be used once per customer, which makes it unique; otherwise null. */
  onceKey: string | null;
  state: 'reserved' | 'spent';
  createdAt: string;
}

/** The payment state machine; see docs/architecture.md. */
export const orderStates = [
  'draft',
  'provider_creating',
  'provider_created',
  'capturing',
  'paid',
  'review',
  'void',
] as const;
export type OrderState = (typeof orderStates)[number];

interface OrdersTable {
  id: string;
  orderNumber: string;
  accountId: string;
  state: OrderState;
  totalPrice: number;
  totalDiscount: number;
  couponCode: string | null;
  couponDiscount: number;
  customerName: string;
  customerEmail: string;
  customerCountry: string;
  customerCity: string;
  acceptedTermsVersion: string;
  createdAt: string;
  updatedAt: string;
  paidAt: string | null;
  /** Null unless it is paid, and for a gift. */
  receiptNumber: Generated<string | null>;
  providerOrderId: string | null;
  /** `PayPal-Request-Id` of the create call, stored before it is sent. */
  createRequestId: string;
  /** `PayPal-Request-Id` of the capture in progress; a new one after a decline. */
  captureRequestId: string | null;
  providerCaptureId: string | null;
  /** What the provider took, whatever the total was; null if it took nothing, or another currency. */
  capturedAmount: number | null;
  /** What the provider kept of it; null: unknown, or it took nothing. */
  fee: Generated<number | null>;
  /** Whether it was made where payments move no money; null: it was made before that was kept. */
  isPractice: Generated<number | null>;
  paymentMethod: string;
  /** When the last attempt was declined; null once paid. */
  declinedAt: string | null;
  /**
   * When the provider last refused it because of the shop's own account, and its buyer was answered so; null once paid.
   * Only the buyer tries again.
   */
  refusedAt: string | null;
  reviewReason: string | null;
  /** When the provider is polled next; null once the order is final. */
  nextPollAt: string | null;
  /** Consecutive polls without an answer; the more there are, the longer the backoff. */
  unansweredPolls: Generated<number>;
  /** When the first of them was sent; null since the last answer. */
  unansweredSince: string | null;
  /** The custom request that it pays for, which may be deleted before it; null for all others, as the next three. */
  commissionId: Generated<string | null>;
  quoteVersion: Generated<number | null>;
  quotePart: Generated<QuotePart | null>;
  /** Since when its files can be downloaded; null until the design is accepted and all of its price is paid. */
  releasedAt: Generated<string | null>;
}

interface OrderItemsTable {
  id: string;
  orderId: string;
  productId: string;
  position: number;
  productName: string;
  imageUrl: string;
  price: number;
  discountedPrice: number | null;
  /** Its share of the order's couponDiscount. */
  couponDiscount: Generated<number>;
  licenseType: LicenseType;
  licenceTextVersion: string;
  /** How many items its licence covers. */
  licenceItems: Generated<number>;
  /** The collection whose price for all made it cheaper; null: it was bought by itself. */
  collectionName: string | null;
  /** When its download was revoked, by a refund or by the studio. */
  revokedAt: string | null;
  /** When its whole share of the payment was refunded; it then stays revoked. */
  refundedAt: string | null;
}

/** Stored sums of the sales of whole days; triggers delete those that a change concerns. */
interface SaleSumsTable {
  startsAt: string;
  endsAt: string;
  /** JSON of all sums but those by design. */
  sums: string;
  /** JSON of those: id, count and cents of each. */
  designs: string;
}

interface RefundsTable {
  id: string;
  orderId: string;
  orderItemId: string | null;
  kind: 'refund' | 'dispute' | 'dispute_closed';
  amount: number;
  /** The provider's refund or dispute id: unique, so that a repeated notice adds nothing. */
  providerId: string;
  /** Null for a dispute. */
  creditNoteNumber: Generated<string | null>;
  createdAt: string;
}

/** A refund requested by the studio, recorded before the provider is called. */
interface RefundRequestsTable {
  id: string;
  orderId: string;
  /** The item it is for; null: everything left of the payment. */
  orderItemId: string | null;
  amount: number;
  /** `PayPal-Request-Id`, stored before it is sent. */
  requestId: string;
  /** At most one per order is open. */
  state: 'open' | 'done' | 'refused';
  /** The id of the studio account that requested it. */
  actorId: string;
  /** The id of the provider's refund, once known. */
  providerId: string | null;
  /** The provider's code for why it refused. */
  issue: string | null;
  createdAt: string;
  /** When the provider is polled next; null once the request is done or refused. */
  nextPollAt: string | null;
  /** Consecutive polls that didn't tell the outcome. */
  unansweredPolls: Generated<number>;
  /** When the first of them was sent; null since the provider last showed the refund. */
  unansweredSince: string | null;
  /** When the studio was notified that the outcome is unknown. */
  overdueAt: string | null;
}

interface PaymentEventsTable {
  id: Generated<number>;
  orderId: string;
  kind: string;
  /** JSON: what the provider said, without card or personal data. */
  detail: string;
  createdAt: string;
}

/** A browser with push subscriptions. */
interface PushDevicesTable {
  /** Its address at its push service. */
  endpoint: string;
  accountId: string;
  /** The device that subscribed; its sign-out ends the subscription. */
  deviceId: Generated<string | null>;
  p256dh: string;
  auth: string;
  createdAt: string;
  /** Since when its push service no longer knows it; null while it does. */
  goneAt: Generated<string | null>;
  /** Whether it is notified when custom requests open. */
  hasCustoms: number;
  /** Whether it is notified of price drops. */
  hasPriceDrops: number;
  /** Whether it is notified of new designs. */
  hasNewDesigns: Generated<number>;
}

/** The outbox of pushes: the newest of each kind per browser. */
interface PushesTable {
  endpoint: string;
  kind: PushKind;
  /** The data that its kind needs for the message. */
  detail: string;
  queuedAt: string;
  nextTryAt: string;
  attempts: Generated<number>;
}

interface IdempotencyAnswersTable {
  /** `account:<id>` or `visitor`. */
  scope: string;
  key: string;
  callName: string;
  requestHash: string;
  answer: string;
  createdAt: string;
}

/** An announcement that is withdrawn once it is no longer true, or a notification of staff. */
export type MailNews = 'customs' | 'staff';

interface MailOutboxTable {
  id: string;
  /** Empty for a mail without recipient, which counts as sent from the start. */
  recipient: string;
  subject: string;
  /** Text and HTML are emptied when the mail is sent. */
  text: string;
  html: string;
  createdAt: string;
  sentAt: string | null;
  attempts: number;
  nextAttemptAt: string;
  lastProblem: string | null;
  /** After this the mail is useless and isn't sent any more. */
  expiresAt: string | null;
  /** The address for replies; null: the shop. */
  replyTo: Generated<string | null>;
  /** JSON: the attached uploads, by name. */
  attachments: Generated<string>;
  /** The order or refund whose receipt or credit note is attached too, by its id; null: none. */
  paperOf: Generated<string | null>;
  /** The account whose data the mail is about; null: a mail to the studio, or without recipient. */
  accountId: Generated<string | null>;
  /** What kind of mail it is, if it can be withdrawn or tells staff something; null: another. */
  news: Generated<MailNews | null>;
  /** The address that ends its kind of e-mails; emptied when the mail is sent. */
  unsubscribeUrl: Generated<string | null>;
  /** When the studio was notified that it keeps failing; null: not since the last manual retry. */
  noticedAt: Generated<string | null>;
  /** For how many more rounds it stays with its sender; 0: nobody sends it, or the last round has begun. */
  roundsLeft: Generated<number>;
  /** Lower ones are sent first: 0 for a mail that expires, 1 for any other, 2 for news to many; 3: with attachments. */
  priority: Generated<number>;
  /** How often it was sent as a whole without an answer. */
  unanswered: Generated<number>;
}
