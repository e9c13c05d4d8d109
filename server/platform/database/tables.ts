import type { Generated } from 'kysely';
import type { AccountStatus, LicenseType } from '#contract/shop/account.ts';
import type { designTypes } from '#contract/shop/custom-request.ts';
import type { PushKind } from '#contract/shop/push-news.ts';
import type { CommissionStatus } from '#contract/studio/commissions.ts';
import type { DesignStatus } from '#contract/studio/designs.ts';
import type { FileTables } from './file-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { StudioTables } from './studio-tables.ts';

/**
 * The rows of the database. Amounts are integer cents, instants ISO 8601 UTC texts (they sort as
 * they are), booleans 0 or 1, so that every engine stores the same.
 */
export interface Tables extends StudioTables, FileTables, ImportTables {
  accounts: AccountsTable;
  sessions: SessionsTable;
  knownDevices: KnownDevicesTable;
  resetSteps: ResetStepsTable;
  emailUndos: EmailUndosTable;
  rateLimits: RateLimitsTable;
  categories: { id: string; name: string; position: number; isDemo: number };
  products: ProductsTable;
  productCategories: { productId: string; categoryId: string; position: number };
  productImages: ProductImagesTable;
  productFiles: ProductFilesTable;
  featuredImages: FeaturedImagesTable;
  catalogueChanges: { seq: Generated<number>; productId: string | null; changedAt: string };
  carts: CartsTable;
  cartLines: SetLinesTable;
  wishlists: SetsTable;
  wishlistLines: SetLinesTable;
  knownPrices: KnownPricesTable;
  coupons: CouponsTable;
  couponProducts: { couponId: string; productId: string };
  couponCategories: { couponId: string; categoryId: string };
  couponUses: CouponUsesTable;
  orders: OrdersTable;
  orderItems: OrderItemsTable;
  refunds: RefundsTable;
  refundRequests: RefundRequestsTable;
  paymentEvents: PaymentEventsTable;
  customRequests: CustomRequestsTable;
  customRequestImages: CustomRequestImagesTable;
  customReplies: CustomRepliesTable;
  pushDevices: PushDevicesTable;
  pushes: PushesTable;
  idempotencyAnswers: IdempotencyAnswersTable;
  mailOutbox: MailOutboxTable;
  settings: { key: string; value: string; updatedAt: string };
}

interface AccountsTable {
  id: string;
  /** As the owner wrote it. */
  email: string;
  /** Normalised: what is unique and counted. */
  emailKey: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  licenseType: LicenseType;
  businessVerificationLink: string;
  avatarUrl: string | null;
  status: AccountStatus;
  /** Its owner is mailed when customs open. */
  hasCustomsNews: Generated<number>;
  /** When its owner is to be notified of price drops; null where there are none. */
  priceDropsDueAt: Generated<string | null>;
  /** When its owner was last notified of some. */
  priceDropsToldAt: Generated<string | null>;
  isDemo: number;
  createdAt: string;
  /** When its owner deleted it: the row stays for its orders, without anything of a person. */
  deletedAt: string | null;
}

interface SessionsTable {
  /** SHA-256 of the bearer token, hex. The token itself is nowhere on the server. */
  tokenHash: string;
  accountId: string;
  createdAt: string;
  lastSeenAt: string;
}

/** A device that signed in to an account. It is recognised, and not signed in, by its cookie. */
interface KnownDevicesTable {
  /** `account:<id>` or `studio:<id>`. */
  owner: string;
  /** SHA-256 of the token in its cookie, hex. The token itself is nowhere on the server. */
  tokenHash: string;
  lastSignInAt: string;
}

/** A step of a password reset, which its token opens once. */
interface ResetStepsTable {
  /** SHA-256 of the step's token, hex. The token itself is nowhere on the server. */
  tokenHash: string;
  /** SHA-256 of the normalised e-mail that was asked for, hex. */
  emailHash: string;
  /** Of the known device, else of the address, that asked: a new code ends the last one of the same. */
  requesterHash: Generated<string>;
  /** Null where there is no such account. */
  accountId: string | null;
  /** Hash of token and code; null once the code was given, when the token sets a password. */
  codeHash: string | null;
  triesLeft: number;
  expiresAt: string;
}

/** A change of an e-mail that the address before can still undo. Until then no other account gets that. */
interface EmailUndosTable {
  /** Rises with each change. */
  id: Generated<number>;
  /** SHA-256 of the token in the link, hex. */
  tokenHash: string;
  accountId: string;
  /** What the account had before, as its owner wrote it, and normalised. */
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
  /** Of now: salePrice while the sale lasts, else null; `saleTurnsAt` is when that changes next. */
  discountedPrice: number | null;
  salePrice: Generated<number | null>;
  /** Null: from the beginning, or without an end. */
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
  /** 0: accounts of fabric shops can't buy it. */
  isForFabricShops: Generated<number>;
  /** JSON of `Keywords`. */
  keywords: Generated<string>;
  /** Of one repeat, in hundredths of an inch. */
  tileWidth: Generated<number | null>;
  tileHeight: Generated<number | null>;
  /** Rises with whatever the studio saves, so that a save of an older state can be told. */
  version: Generated<number>;
  /** All files in one ZIP, made at publish time where there are several. */
  archiveSha256: string | null;
  archiveBytes: number | null;
  isDemo: number;
  updatedAt: string;
}

interface ProductImagesTable {
  id: string;
  productId: string;
  position: number;
  /** Content hash that names its previews. */
  hash: string;
  width: number;
  height: number;
  color: string;
  /** As the studio named it; empty for what the demo drew. */
  name: Generated<string>;
  /** The picture that the previews were made of; null for what the demo drew. */
  sourceSha256: Generated<string | null>;
}

interface ProductFilesTable {
  id: string;
  productId: string;
  position: number;
  /** Safe name under which it downloads. */
  name: string;
  mediaType: string;
  /** Null while the original is still being made. */
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
  altText: string | null;
  isDemo: number;
}

/** A set of designs that an account keeps. `version` rises with every change. */
interface SetsTable {
  accountId: string;
  id: string;
  version: number;
}

interface SetLinesTable {
  accountId: string;
  productId: string;
  addedAt: string;
}

/** What a design on a wishlist cost when it was saved, or when its owner was last notified. */
interface KnownPricesTable {
  accountId: string;
  productId: string;
  cents: number;
}

interface CartsTable extends SetsTable {
  /** The one coupon on it. Whether that holds is found out whenever it is read. */
  couponId: Generated<string | null>;
}

interface CouponsTable {
  id: string;
  /** As the studio wrote it. */
  code: string;
  /** Normalised: what is unique and looked up. */
  codeKey: string;
  discountType: 'percentage' | 'fixed';
  /** Hundredths of a percent, or cents. */
  discount: number;
  minimumSubtotal: number;
  startsAt: string | null;
  /** From this instant on it counts no more. */
  endsAt: string | null;
  useLimit: number | null;
  /** Always the number of its rows in couponUses. */
  used: Generated<number>;
  isOncePerCustomer: number;
  /** It counts only for what couponProducts and couponCategories name, even where that is nothing any more. */
  isScoped: number;
  /** The studio has switched it off. */
  isOff: Generated<number>;
  /** Rises with each save of its dates and limits, so that one of an older state can be told. */
  version: Generated<number>;
  createdAt: string;
}

/** The ledger: a row for each order that holds or has spent a use. */
interface CouponUsesTable {
  orderId: string;
  couponId: string;
  accountId: string;
  /** The account's id where the coupon counts once for a customer, unique then; else null. */
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
  providerOrderId: string | null;
  /** `PayPal-Request-Id` of the create call, stored before it is sent. */
  createRequestId: string;
  /** `PayPal-Request-Id` of the capture under way; a new one after a decline. */
  captureRequestId: string | null;
  providerCaptureId: string | null;
  /** What the provider took, whatever the total was; null where it took nothing, or in another currency. */
  capturedAmount: number | null;
  paymentMethod: string;
  /** When the last attempt was declined; null once paid. */
  declinedAt: string | null;
  reviewReason: string | null;
  /** When the provider is asked next; null once the order is final. */
  askAt: string | null;
  /** Polls in a row that brought no answer: the longer, the rarer they get. */
  unansweredPolls: Generated<number>;
  /** When the first of them was; null since the last answer. */
  unansweredSince: string | null;
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
  /** Since when its files are closed: refunded, or taken back by the studio. */
  revokedAt: string | null;
  /** When its whole share of the payment went back; then it is revoked for good. */
  refundedAt: string | null;
}

interface RefundsTable {
  id: string;
  orderId: string;
  orderItemId: string | null;
  kind: 'refund' | 'dispute' | 'dispute_closed';
  amount: number;
  /** The provider's refund or dispute id: unique, so that a repeated notice adds nothing. */
  providerId: string;
  createdAt: string;
}

/** A refund that the studio asks for, written before the provider hears of it. */
interface RefundRequestsTable {
  id: string;
  orderId: string;
  /** The item it is for; null: all that is left of the payment. */
  orderItemId: string | null;
  amount: number;
  /** `PayPal-Request-Id`, stored before it is sent. */
  requestId: string;
  /** At most one of an order is open. */
  state: 'open' | 'done' | 'refused';
  /** Who asked, a studio account's id. */
  who: string;
  /** The provider's refund, once it named one. */
  providerId: string | null;
  /** The provider's word for why it refused. */
  issue: string | null;
  createdAt: string;
  /** When the provider is asked next; null once the request is done or refused. */
  askAt: string | null;
  /** Polls in a row that didn't say what came of it. */
  unansweredPolls: Generated<number>;
  /** When the first of them was; null since the provider last showed the refund. */
  unansweredSince: string | null;
  /** When the studio was notified that nobody knows what came of it. */
  overdueAt: string | null;
}

interface PaymentEventsTable {
  id: Generated<number>;
  orderId: string;
  kind: string;
  /** JSON: what the provider said, without anything about a card or a person. */
  detail: string;
  createdAt: string;
}

interface CustomRequestsTable {
  id: string;
  /** Null for a visitor's. */
  accountId: string | null;
  name: string;
  email: string;
  designType: (typeof designTypes)[number];
  description: string;
  status: Generated<CommissionStatus>;
  /** Null while it is not closed. */
  closedAt: Generated<string | null>;
  createdAt: string;
}

interface CustomRepliesTable {
  id: string;
  requestId: string;
  /** Id of a studio account. */
  who: string;
  text: string;
  createdAt: string;
}

interface CustomRequestImagesTable {
  id: string;
  requestId: string;
  position: number;
  /** Random name of the picture in the file store. */
  upload: string;
  bytes: number;
  width: number;
  height: number;
}

/** A browser that is told when customs open. */
interface PushDevicesTable {
  /** Its address at its push service. */
  endpoint: string;
  accountId: string;
  p256dh: string;
  auth: string;
  createdAt: string;
  /** Whether it is notified when customs open, and of price drops. */
  hasCustoms: number;
  hasPriceDrops: number;
}

/** What is still to be sent to a browser, the newest of each kind. */
interface PushesTable {
  endpoint: string;
  kind: PushKind;
  /** What its kind needs for the message. */
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

/** News that is withdrawn once it isn't true any more. */
export type MailNews = 'customs';

interface MailOutboxTable {
  id: string;
  /** Empty for a mail to nobody, which is sent from the start. */
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
  /** After this the mail is of no use and isn't sent any more. */
  expiresAt: string | null;
  /** Whom an answer goes to; null: the shop. */
  replyTo: Generated<string | null>;
  /** JSON: uploads that travel with it, by their names. */
  attachments: Generated<string>;
  /** Whom it tells of their own account or order; null: a mail to the studio, or to nobody. */
  accountId: Generated<string | null>;
  /** What it is news of only for a while; null: it stays true. */
  news: Generated<MailNews | null>;
}
