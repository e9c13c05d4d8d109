import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import {
  countSchema,
  emailSchema,
  idSchema,
  instantSchema,
  lineSchema,
  moneySchema,
} from '../wire/fields.ts';
import { licenseTypes } from './account.ts';
import { receiptVersionSchema } from './billing.ts';
import { licenceCountSchema } from './licence-count.ts';
import { licenceTextsEntries } from './licence-text.ts';
import { newsWordsSchema } from './news-consent.ts';

const placeSchema = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(100, messages.invalid.tooLong)),
  '',
);

export const customerDetailsSchema = v.object({
  name: lineSchema(messages.checkout.name, 200),
  email: emailSchema(messages.checkout.email, messages.signUp.emailPattern),
  country: placeSchema,
  city: placeSchema,
});
export type CustomerDetails = v.InferOutput<typeof customerDetailsSchema>;

/** What an order pays of a quote: all of it, or one of two parts. */
export const quoteParts = ['whole', 'deposit', 'rest'] as const;
export type QuotePart = (typeof quoteParts)[number];

/** The payment for a custom request instead of the cart. `quoteVersion`: of the quote that the buyer saw. */
export const quotedPaymentSchema = v.object({
  requestId: idSchema,
  part: v.picklist(quoteParts),
  quoteVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type QuotedPayment = v.InferOutput<typeof quotedPaymentSchema>;

/** Added beside customerDetails: what the buyer saw. If it differs from the cart, the answer is 409 PRICE_CHANGED with the new cart (OP-17). With `quoted` it is about a custom request, not the cart. */
export const checkoutSchema = v.object({
  customerDetails: customerDetailsSchema,
  expectedTotal: v.optional(moneySchema),
  productIds: v.optional(v.pipe(v.array(idSchema), v.maxLength(500))),
  acceptedTermsVersion: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** The licence that was shown: versions of both types can have the same name. */
  licenseType: v.optional(v.picklist(licenseTypes)),
  licenceTextVersion: v.optional(v.pipe(v.string(), v.maxLength(40))),
  quoted: v.optional(quotedPaymentSchema),
  /** Asks for news from the studio. */
  news: v.optional(newsWordsSchema),
});

/**
 * A total of zero completes at once: paypalOrderId is null and the client skips the provider (OP-16). Added:
 * `totalPrice`, the amount to pay, which may be less than expected.
 */
export const checkoutAnswerSchema = v.object({
  orderId: idSchema,
  paypalOrderId: v.nullable(v.string()),
  totalPrice: moneySchema,
});

export const capturePaymentSchema = v.object({ orderId: idSchema });

export const orderItemFileSchema = v.object({
  name: v.string(),
  bytes: v.number(),
  sha256: v.string(),
  downloadLink: v.string(),
});

/**
 * Prices are frozen at Create Order. Added: _id, productId, files (single downloads), licenceTextVersion,
 * sha256, licenceItems, licenceCard, counted, collectionName, isRevoked, refunded. `downloadLink` is empty until the order is paid.
 */
export const orderItemSchema = v.object({
  _id: idSchema,
  productId: idSchema,
  licenseType: v.picklist(licenseTypes),
  licenceTextVersion: v.string(),
  /** How many items its licence covers. Missing in answers of an older server. */
  licenceItems: v.optional(v.number()),
  /** Its signed licence card, while the licence is in force; see licence-card.ts. Missing in answers of an older server. */
  licenceCard: v.optional(v.string()),
  /** The collection whose price for all made it cheaper; missing if it was bought by itself. */
  collectionName: v.optional(v.string()),
  /** The days of a yearly licence; missing for a design. */
  year: v.optional(v.object({ startsOn: v.string(), endsOn: v.string() })),
  /** How many goods its buyer counted. Missing in answers of an older server. */
  counted: v.optional(licenceCountSchema),
  price: moneySchema,
  discountedPrice: v.nullable(moneySchema),
  productName: v.string(),
  downloadLink: v.string(),
  fileName: v.string(),
  /** Of what `downloadLink` gives. Missing until that is ready, and in answers of an older server. */
  sha256: v.optional(v.string()),
  files: v.array(orderItemFileSchema),
  isRevoked: v.boolean(),
  /** Set once it is fully refunded. Missing if nothing was paid, if the amount isn't known, and in answers of an older server. */
  refunded: v.optional(v.object({ amount: moneySchema, at: instantSchema })),
  product: v.object({ title: v.string(), image: v.object({ url: v.string() }) }),
});
export type OrderItem = v.InferOutput<typeof orderItemSchema>;

/** The papers of an order's refunds. */
export const creditNotesSchema = v.array(
  v.object({ number: v.string(), amount: moneySchema, at: instantSchema }),
);

/** Added for orders that are neither Pending nor Completed (OP-19). */
export const paymentStates = [
  'none',
  'processing',
  'declined',
  'review',
  'paid',
  'part-refunded',
  'refunded',
  'disputed',
  'void',
] as const;

export const orderSchema = v.object({
  _id: idSchema,
  orderNumber: v.string(),
  createdAt: instantSchema,
  /** Of the terms; empty for a gift. Missing in answers of an older server. */
  acceptedTermsVersion: v.optional(v.string()),
  status: v.picklist(['Pending', 'Completed']),
  paymentState: v.picklist(paymentStates),
  /** Why a payment is still processing, if that helps the buyer. Missing in answers of an older server. */
  paymentNote: v.optional(v.string()),
  totalPrice: moneySchema,
  totalDiscount: moneySchema,
  couponCode: v.nullable(v.string()),
  paymentMethod: v.string(),
  /** Given once it is paid; a gift has none. Missing in answers of an older server. */
  receiptNumber: v.optional(v.string()),
  /** As soon as it has a number. Missing in answers of an older server. */
  receipt: v.optional(receiptVersionSchema),
  /** Missing in answers of an older server. */
  creditNotes: v.optional(creditNotesSchema),
  customerEmail: v.string(),
  /** The name of the colleague who ordered it. Missing if the account's owner did, and in answers of an older server. */
  orderedBy: v.optional(v.string()),
  items: v.array(orderItemSchema),
  customerDetails: v.object({
    name: v.string(),
    email: v.string(),
    country: v.string(),
    city: v.string(),
  }),
  /** The custom request that it pays for. Its files can be downloaded once the design is accepted and all is paid. */
  commission: v.optional(
    v.object({ requestId: idSchema, part: v.picklist(quoteParts), isReleased: v.boolean() }),
  ),
});
export type Order = v.InferOutput<typeof orderSchema>;

export const ordersQuerySchema = v.object({
  page: countSchema(1, 1000),
  limit: countSchema(200, 200),
});
export const ordersAnswerSchema = v.object({
  orders: v.array(orderSchema),
  totalPages: v.number(),
  /** Added: the licence texts that the items were bought under. */
  ...licenceTextsEntries,
});
