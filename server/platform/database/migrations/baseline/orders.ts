import type { LicenseType } from '#contract/shop/account.ts';
import { counter, integer, oneOf, table, text } from '../../table.ts';

export const orderTables = {
  orders: table({
    id: text().key(),
    orderNumber: text().unique(),
    accountId: text().references('accounts.id'),
    state: oneOf(
      'draft',
      'provider_creating',
      'provider_created',
      'capturing',
      'paid',
      'review',
      'void',
    ),
    totalPrice: integer().check('"totalPrice" >= 0'),
    totalDiscount: integer(),
    couponCode: text().nullable(),
    couponDiscount: integer().default(0).stated(),
    customerName: text(),
    customerEmail: text(),
    customerCountry: text(),
    customerCity: text(),
    acceptedTermsVersion: text(),
    createdAt: text(),
    updatedAt: text(),
    paidAt: text().nullable(),
    /** Null unless it is paid, and for a gift. */
    receiptNumber: text().nullable(),
    providerOrderId: text().unique().nullable(),
    /** `PayPal-Request-Id` of the create call, stored before it is sent. */
    createRequestId: text(),
    /** `PayPal-Request-Id` of the capture in progress; a new one after a decline. */
    captureRequestId: text().nullable(),
    providerCaptureId: text().unique().nullable(),
    /** What the provider took, whatever the total was; null if it took nothing, or another currency. */
    capturedAmount: integer().nullable(),
    /** What the provider kept of it; null: unknown, or it took nothing. */
    fee: integer().nullable(),
    /** Whether it was made where payments move no money; null: it was made before that was kept. */
    isPractice: integer().nullable(),
    paymentMethod: text(),
    /** When the last attempt was declined; null once paid. */
    declinedAt: text().nullable(),
    /**
     * When the provider last refused it because of the shop's own account, and its buyer was answered so; null once paid.
     * Only the buyer tries again.
     */
    refusedAt: text().nullable(),
    reviewReason: text().nullable(),
    /** When the provider is polled next; null once the order is final. */
    nextPollAt: text().nullable(),
    /** Consecutive polls without an answer; the more there are, the longer the backoff. */
    unansweredPolls: integer().default(0),
    /** When the first of them was sent; null since the last answer. */
    unansweredSince: text().nullable(),
    /** The custom request that it pays for, which may be deleted before it; null for all others, as the next three. */
    commissionId: text().nullable(),
    quoteVersion: integer().nullable(),
    quotePart: oneOf('whole', 'deposit', 'rest').nullable(),
    /** Since when its files can be downloaded; null until the design is accepted and all of its price is paid. */
    releasedAt: text().nullable(),
  }).with({
    indexes: {
      ordersByAccount: ['accountId', 'createdAt', 'state', 'paymentMethod'],
      ordersByAge: ['createdAt', 'id'],
      ordersByCommission: { of: ['commissionId'], where: '"commissionId" is not null' },
      ordersByReceiptNumber: {
        of: ['receiptNumber'],
        isUnique: true,
        where: '"receiptNumber" is not null',
      },
      ordersByState: ['state', 'createdAt', 'id'],
      ordersPayingCommissions: {
        of: `"commissionId", ("quotePart" = 'rest')`,
        isUnique: true,
        where: `"commissionId" is not null and state in ('provider_creating', 'provider_created', 'capturing', 'paid')`,
      },
      ordersReported: [
        'state',
        'paidAt',
        'paymentMethod',
        'capturedAmount',
        'totalPrice',
        'couponCode',
        'couponDiscount',
        'customerCountry',
        'id',
      ],
      ordersSold: ['state', 'paidAt'],
      ordersToPoll: ['nextPollAt'],
      ordersWithoutReceipt: {
        of: ['paidAt', 'id'],
        where: `state = 'paid' and "receiptNumber" is null and "paymentMethod" <> 'Gift'`,
      },
    },
  }),

  orderItems: table({
    id: text().key(),
    orderId: text().references('orders.id'),
    productId: text().references('products.id'),
    position: integer(),
    productName: text(),
    imageUrl: text(),
    price: integer(),
    discountedPrice: integer().nullable(),
    /** Its share of the order's couponDiscount. */
    couponDiscount: integer().default(0),
    licenseType: text<LicenseType>(),
    licenceTextVersion: text(),
    /** How many items its licence covers. */
    licenceItems: integer().default(100),
    /** The collection whose price for all made it cheaper; null: it was bought by itself. */
    collectionName: text().nullable(),
    /** When its download was revoked, by a refund or by the studio. */
    revokedAt: text().nullable(),
    /** When its whole share of the payment was refunded; it then stays revoked. */
    refundedAt: text().nullable(),
  }).with({
    indexes: {
      itemsByOrder: ['orderId'],
      itemsReported: ['orderId', 'productId', 'price', 'discountedPrice', 'couponDiscount'],
      orderItemsByImage: ['imageUrl'],
      orderItemsByProduct: ['productId'],
      orderItemsRevoked: { of: ['revokedAt'], where: '"revokedAt" is not null' },
    },
  }),

  /** A row for each order that has reserved or spent a use. */
  couponUses: table({
    orderId: text().key().references('orders.id'),
    couponId: text().references('coupons.id'),
    accountId: text().references('accounts.id'),
    /** The account's id if the coupon can be used once per customer, which makes it unique; otherwise null. */
    onceKey: text().nullable(),
    state: oneOf('reserved', 'spent'),
    createdAt: text(),
  }).with({
    unique: { couponUsesOnce: ['couponId', 'onceKey'] },
    indexes: { couponUsesByAccount: ['couponId', 'accountId'] },
  }),

  /** What an order's receipt says of its buyer, from 1; `billing` is JSON. One without a row says nothing. */
  receiptVersions: table({
    orderId: text().key().ownedBy('orders.id'),
    version: integer().key(),
    billing: text(),
    createdAt: text(),
  }),

  /** The last number given of each series of receipts or credit notes, such as `R-2026`. */
  receiptSeries: table({
    name: text().key(),
    last: integer(),
  }),

  refunds: table({
    id: text().key(),
    orderId: text().references('orders.id'),
    orderItemId: text().nullable(),
    kind: text<'refund' | 'dispute' | 'dispute_closed'>(),
    amount: integer(),
    /** The provider's refund or dispute id: unique, so that a repeated notice adds nothing. */
    providerId: text().unique(),
    /** Null for a dispute. */
    creditNoteNumber: text().nullable(),
    createdAt: text(),
  }).with({
    indexes: {
      refundsByAge: ['kind', 'createdAt'],
      refundsByCreditNoteNumber: {
        of: ['creditNoteNumber'],
        isUnique: true,
        where: '"creditNoteNumber" is not null',
      },
      refundsByKind: ['kind', 'orderId'],
      refundsByOrder: ['orderId'],
      refundsWithoutCreditNote: {
        of: ['createdAt', 'id'],
        where: `kind = 'refund' and "creditNoteNumber" is null`,
      },
    },
  }),

  /** A refund requested by the studio, recorded before the provider is called. */
  refundRequests: table({
    id: text().key(),
    orderId: text().references('orders.id'),
    /** The item it is for; null: everything left of the payment. */
    orderItemId: text().nullable().references('orderItems.id'),
    amount: integer().check('amount > 0'),
    /** `PayPal-Request-Id`, stored before it is sent. */
    requestId: text().unique(),
    /** At most one per order is open. */
    state: oneOf('open', 'done', 'refused'),
    /** The id of the studio account that requested it. */
    actorId: text(),
    /** The id of the provider's refund, once known. */
    providerId: text().unique().nullable(),
    /** The provider's code for why it refused. */
    issue: text().nullable(),
    createdAt: text(),
    /** When the provider is polled next; null once the request is done or refused. */
    nextPollAt: text().nullable(),
    /** Consecutive polls that didn't tell the outcome. */
    unansweredPolls: integer().default(0),
    /** When the first of them was sent; null since the provider last showed the refund. */
    unansweredSince: text().nullable(),
    /** When the studio was notified that the outcome is unknown. */
    overdueAt: text().nullable(),
  }).with({
    indexes: {
      refundRequestOpen: { of: ['orderId'], isUnique: true, where: `"state" = 'open'` },
      refundRequestsByOrder: ['orderId'],
      refundRequestsToPoll: ['nextPollAt'],
    },
  }),

  paymentEvents: table({
    id: counter(),
    orderId: text().references('orders.id'),
    kind: text(),
    /** JSON: what the provider said, without card or personal data. */
    detail: text(),
    createdAt: text(),
  }).with({ indexes: { eventsByOrder: ['orderId'] } }),

  /** How often a design was downloaded on a day of the shop, such as `2026-11-22`. */
  downloadDays: table({
    day: text().key(),
    productId: text().key().ownedBy('products.id'),
    count: integer(),
  }).with({ indexes: { downloadDaysByProduct: ['productId'] } }),
};
