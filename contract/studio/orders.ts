import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { licenseTypes } from '../shop/account.ts';
import { datedVersionSchema, paperVersionSchema } from '../shop/billing.ts';
import { creditNotesSchema, paymentStates, quoteParts } from '../shop/order.ts';
import { paperSizes } from '../shop/paper.ts';
import { idSchema, instantSchema, messageSchema, moneySchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import { listQueryEntries, longListAnswerSchema } from './list.ts';

/** The `paymentMethod` of an order by which the studio gave a design away. It has no receipt. */
export const giftMethod = 'Gift';

/** Orders of all buyers, on the wire. The shop never loads this. */

/** A list's search text: words or parts of words that must all be in what is found. */
export const searchSchema = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(100, messages.invalid.tooLong)),
  '',
);

/** `open`: neither paid nor void. */
export const orderFilters = [
  'all',
  'paid',
  'review',
  'open',
  'refunded',
  'disputed',
  'void',
] as const;
export type OrderFilter = (typeof orderFilters)[number];

/**
 * An order in a list. `refunded`: the amount refunded so far. `isDisputed`: a dispute is open, whatever the
 * payment's state. The buyer's name is empty once the account is deleted.
 */
export const orderEntrySchema = v.object({
  id: idSchema,
  orderNumber: v.string(),
  createdAt: instantSchema,
  paymentState: v.picklist(paymentStates),
  isDisputed: v.boolean(),
  totalPrice: moneySchema,
  refunded: moneySchema,
  /** Titles of its designs, in order. */
  designs: v.array(v.string()),
  buyer: v.object({ id: idSchema, name: v.string(), email: v.string() }),
  /** The name given at checkout. */
  customerName: v.string(),
});
export type OrderEntry = v.InferOutput<typeof orderEntrySchema>;

/** `paid` is the item's share of the payment, after the coupon. `left` is how much of it can still be refunded. */
const studioItemSchema = v.object({
  id: idSchema,
  productId: idSchema,
  productName: v.string(),
  imageUrl: v.string(),
  licenseType: v.picklist(licenseTypes),
  /** The collection whose price for all made it cheaper; null: it was bought by itself. */
  collectionName: v.nullable(v.string()),
  paid: moneySchema,
  left: moneySchema,
  revokedAt: v.nullable(instantSchema),
  refundedAt: v.nullable(instantSchema),
});
export type StudioItem = v.InferOutput<typeof studioItemSchema>;

/** One event of the payment, as a sentence. */
const trailLineSchema = v.object({
  id: v.number(),
  at: instantSchema,
  text: v.string(),
  tone: v.picklist(['good', 'bad', 'wait', 'plain']),
});
export type TrailLine = v.InferOutput<typeof trailLineSchema>;

/** `captured`: the amount the provider captured; null if it captured nothing in dollars. `left`: how much of it can still be refunded. */
export const studioOrderSchema = v.object({
  ...orderEntrySchema.entries,
  customer: v.object({
    name: v.string(),
    email: v.string(),
    country: v.string(),
    city: v.string(),
  }),
  /** The name of the colleague who ordered it; missing if the account's owner did. */
  orderedBy: v.optional(v.string()),
  /** The custom request that it pays for; missing of all other orders. */
  requestId: v.optional(idSchema),
  paymentMethod: v.string(),
  couponCode: v.nullable(v.string()),
  couponDiscount: moneySchema,
  captured: v.nullable(moneySchema),
  /** When the provider took it, as it says. The version before doesn't. */
  takenAt: v.optional(v.nullable(instantSchema), null),
  left: moneySchema,
  /** Null unless it is paid, and for a gift. */
  receiptNumber: v.nullable(v.string()),
  /** The versions of the receipt before the newest, oldest first. */
  earlierReceipts: v.array(datedVersionSchema),
  creditNotes: creditNotesSchema,
  /** The provider's id of the payment. */
  providerCaptureId: v.nullable(v.string()),
  /** Why an order is in review; null for any other order. */
  reviewReason: v.nullable(v.string()),
  items: v.array(studioItemSchema),
  /** A refund whose outcome the provider hasn't reported yet. */
  openRefund: v.nullable(
    v.object({
      itemId: v.nullable(idSchema),
      amount: moneySchema,
      createdAt: instantSchema,
      /** Since when it can be closed as not made, because it has gone unconfirmed for a day. */
      overdueAt: v.nullable(instantSchema),
      /** Why it is pending, in words; null if the provider doesn't say. */
      reason: v.nullable(v.string()),
    }),
  ),
  trail: v.array(trailLineSchema),
});
export type StudioOrder = v.InferOutput<typeof studioOrderSchema>;

/** The payments for a custom request, oldest first. `left`: how much of them can be refunded now, together. */
const commissionPaymentsSchema = v.object({
  payments: v.array(
    v.object({
      orderId: idSchema,
      orderNumber: v.string(),
      part: v.picklist(quoteParts),
      paymentState: v.picklist(paymentStates),
      totalPrice: moneySchema,
      refunded: moneySchema,
      paidAt: v.nullable(instantSchema),
      /** The provider hasn't reported the outcome of a refund yet. */
      isRefunding: v.boolean(),
    }),
  ),
  left: moneySchema,
});
export type CommissionPayments = v.InferOutput<typeof commissionPaymentsSchema>;

const requestParams = v.object({ id: idSchema });
const orderParams = v.object({ orderId: idSchema });

export const orderCalls = {
  orders: {
    method: 'GET',
    path: '/api/studio/orders',
    access: 'studio',
    summary: 'Orders, newest first: by state, time or buyer, or found by number, name or e-mail',
    query: v.object({
      ...listQueryEntries,
      search: searchSchema,
      state: v.optional(v.picklist(orderFilters, messages.invalid.fields), 'all'),
      /** From this instant (inclusive) until that one (exclusive). */
      from: v.optional(instantSchema),
      until: v.optional(instantSchema),
      buyerId: v.optional(idSchema),
    }),
    answer: longListAnswerSchema(orderEntrySchema),
  },
  order: {
    method: 'GET',
    path: '/api/studio/orders/{orderId}',
    access: 'studio',
    summary: 'An order with its payment history',
    params: orderParams,
    answer: studioOrderSchema,
  },
  refundOrder: {
    method: 'POST',
    path: '/api/studio/orders/{orderId}/refunds',
    access: 'owner',
    summary: 'Refund one design, or all that is left; `amount` is what was shown',
    params: orderParams,
    body: v.object({ itemId: v.nullable(idSchema), amount: moneySchema }),
    answer: studioOrderSchema,
  },
  closeRefund: {
    method: 'POST',
    path: '/api/studio/orders/{orderId}/refunds/not-made',
    access: 'owner',
    summary: 'Close a refund the provider never made, once it is unconfirmed for a day',
    params: orderParams,
    answer: studioOrderSchema,
  },
  endReview: {
    method: 'POST',
    path: '/api/studio/orders/{orderId}/review',
    access: 'studio',
    summary: 'End a review: release the files or cancel the order',
    params: orderParams,
    body: v.object({ decision: v.picklist(['grant', 'void'], messages.invalid.fields) }),
    answer: studioOrderSchema,
  },
  commissionPayments: {
    method: 'GET',
    path: '/api/studio/customs/{id}/payments',
    access: 'studio',
    summary: 'The payments for a custom request',
    params: requestParams,
    answer: commissionPaymentsSchema,
  },
  refundCommission: {
    method: 'POST',
    path: '/api/studio/customs/{id}/refunds',
    access: 'owner',
    summary: 'Refund all that is left of a custom request’s payments; `amount` is what was shown',
    params: requestParams,
    body: v.object({ amount: moneySchema }),
    answer: commissionPaymentsSchema,
  },
  revokeItem: {
    method: 'POST',
    path: '/api/studio/orders/{orderId}/items/{itemId}/revocation',
    access: 'studio',
    summary: 'Revoke a download, or restore it',
    params: v.object({ orderId: idSchema, itemId: idSchema }),
    body: v.object({ isRevoked: v.boolean(messages.invalid.fields) }),
    answer: studioOrderSchema,
  },
  orderPaper: {
    method: 'GET',
    path: '/api/studio/orders/{orderId}/papers/{number}/{size}',
    access: 'studio',
    summary:
      'The receipt or a credit note of an order as PDF; `version`: an earlier one of the receipt',
    params: v.object({
      orderId: idSchema,
      number: v.pipe(v.string(), v.maxLength(40)),
      size: v.picklist(paperSizes),
    }),
    query: v.object({ version: paperVersionSchema }),
    answer: fileAnswerSchema,
  },
  resendReceipt: {
    method: 'POST',
    path: '/api/studio/orders/{orderId}/receipt',
    access: 'studio',
    summary: 'Resend the receipt',
    params: orderParams,
    answer: messageSchema,
  },
} as const satisfies StudioCalls;

export function studioOrderPath(orderId: string): string {
  return `/studio/orders/${orderId}`;
}
