import * as v from 'valibot';
import type { Amount } from '#contract/wire/money.ts';
import type { ProviderCapture, ProviderNotice, ProviderOrder, ProviderRefund } from './gateway.ts';
import { isListed } from './paypal-issues.ts';

/**
 * The parts of PayPal's documented answers that the shop reads (Orders v2, Payments v2, Webhooks v1). Other
 * fields are dropped; statuses added later become `OTHER`.
 */

/** PayPal's money, as decimal text. Decimals beyond the cent are kept as a fraction of a cent. */
const moneySchema = v.pipe(
  v.object({
    currency_code: v.string(),
    value: v.pipe(v.string(), v.regex(/^-?(\d{1,12}(\.\d{1,8})?|\.\d{1,8})$/)),
  }),
  v.transform(
    ({ currency_code, value }): Amount => ({
      cents: Math.round(Number(value) * 1e8) / 1e6,
      currency: currency_code,
    }),
  ),
);

/** An instant. Anything else is left out, so that no payment fails by it. */
const instantSchema = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => new Date(text).toISOString()),
    ),
  ),
  undefined,
);

function statusSchema<const S extends string>(known: readonly S[]) {
  return v.pipe(
    v.string(),
    v.transform((text): S | 'OTHER' => known.find((status) => status === text) ?? 'OTHER'),
  );
}
const captureStatus = statusSchema([
  'COMPLETED',
  'DECLINED',
  'PENDING',
  'FAILED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
]);
const orderStatus = statusSchema([
  'CREATED',
  'SAVED',
  'APPROVED',
  'VOIDED',
  'COMPLETED',
  'PAYER_ACTION_REQUIRED',
]);

/** Why something isn't complete: an own code, of which the SDK lists some. Anything else is left out. */
const statusDetails = v.fallback(
  v.optional(v.object({ reason: v.optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/))) })),
  undefined,
);

function reasonIn(details: v.InferOutput<typeof statusDetails>): { readonly reason?: string } {
  return details?.reason === undefined ? {} : { reason: details.reason };
}

/** Missing in most answers but those about completed captures. Anything else is left out, so that no payment fails by it. */
const breakdown = v.fallback(
  v.optional(v.object({ paypal_fee: v.optional(moneySchema) })),
  undefined,
);

const captureSchema = v.pipe(
  v.object({
    id: v.string(),
    status: captureStatus,
    amount: moneySchema,
    seller_receivable_breakdown: breakdown,
    create_time: instantSchema,
    status_details: statusDetails,
  }),
  v.transform(
    ({
      status_details: details,
      seller_receivable_breakdown: received,
      create_time: at,
      ...capture
    }): ProviderCapture => ({
      ...capture,
      ...(received?.paypal_fee && { fee: received.paypal_fee }),
      ...(at !== undefined && { at }),
      ...reasonIn(details),
    }),
  ),
);

const refundStatus = statusSchema(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']);

const refundSchema = v.object({
  id: v.string(),
  status: v.optional(refundStatus, 'COMPLETED'),
  amount: moneySchema,
  custom_id: v.optional(v.string()),
  create_time: instantSchema,
  status_details: statusDetails,
});

function toRefund(refund: v.InferOutput<typeof refundSchema>): ProviderRefund {
  const { id, status, amount, custom_id: reference = null, create_time: at } = refund;
  const known = at === undefined ? {} : { at };
  return { id, status, amount, reference, ...known, ...reasonIn(refund.status_details) };
}

/** An order as returned by GET and capture (`Prefer: return=representation`). */
export const paypalOrderSchema = v.pipe(
  v.object({
    id: v.string(),
    status: orderStatus,
    payment_source: v.optional(v.record(v.string(), v.unknown())),
    purchase_units: v.pipe(
      v.array(
        v.object({
          custom_id: v.optional(v.string()),
          payments: v.optional(
            v.object({
              captures: v.optional(v.array(captureSchema), []),
              refunds: v.optional(v.array(refundSchema), []),
            }),
          ),
        }),
      ),
      v.minLength(1),
    ),
  }),
  v.transform((order): ProviderOrder => {
    const units = order.purchase_units;
    return {
      id: order.id,
      status: order.status,
      reference: units[0]?.custom_id ?? null,
      captures: units.flatMap((unit) => unit.payments?.captures ?? []),
      refunds: units.flatMap((unit) => unit.payments?.refunds ?? []).map(toRefund),
      method: Object.keys(order.payment_source ?? {})[0] ?? null,
    };
  }),
);

export const createdSchema = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) });
export const refundedSchema = v.pipe(
  v.object({ id: v.string(), status: refundStatus, status_details: statusDetails }),
  v.transform(({ id, status, status_details: details }) => ({ id, status, ...reasonIn(details) })),
);

export const tokenSchema = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  /** Seconds. */
  expires_in: v.number(),
});

/** An issue as it can be shown and stored. */
const issueText = v.pipe(
  v.string(),
  v.minLength(1),
  v.transform((text) => text.slice(0, 100)),
);

/** The body of a 4xx, as its issue. The first detail's `issue` is more specific than `name`. */
export const refusalSchema = v.pipe(
  v.object({
    name: issueText,
    details: v.optional(v.array(v.object({ issue: v.optional(issueText) })), []),
  }),
  v.transform(({ name, details }) => details[0]?.issue ?? name),
);

/** The body of a 400, 401 or 403 that is about an access token (RFC 6749), as its issue. */
export const tokenRefusalSchema = v.pipe(
  v.object({ error: v.pipe(issueText, v.check(isListed)) }),
  v.transform(({ error }) => error),
);

export const verificationSchema = v.object({
  verification_status: v.picklist(['SUCCESS', 'FAILURE']),
});

export const webhookSchema = v.object({
  url: v.string(),
  event_types: v.optional(v.array(v.object({ name: v.string() })), []),
});

/** The notices that the shop needs: what a poll of its own orders would find late, or not at all. */
export const neededNotices = [
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;

const linkSchema = v.object({ href: v.string(), rel: v.string() });

/** The envelope of a webhook notice; `resource` differs by event. */
const noticeSchema = v.object({
  id: v.string(),
  event_type: v.string(),
  resource: v.object({
    id: v.optional(v.string()),
    amount: v.optional(v.unknown()),
    custom_id: v.optional(v.string()),
    create_time: v.optional(v.unknown()),
    invoice_id: v.optional(v.string()),
    links: v.optional(v.array(linkSchema), []),
    supplementary_data: v.optional(
      v.object({ related_ids: v.optional(v.object({ order_id: v.optional(v.string()) })) }),
    ),
    dispute_id: v.optional(v.string()),
    dispute_amount: v.optional(v.unknown()),
    disputed_transactions: v.optional(
      v.array(
        v.object({
          seller_transaction_id: v.optional(v.string()),
          invoice_number: v.optional(v.string()),
        }),
      ),
      [],
    ),
  }),
});

/** Parses a webhook notice; null if the text isn't one. */
export function parseNotice(text: string): ProviderNotice | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = v.safeParse(noticeSchema, value);
  if (!parsed.success) return null;
  const { id, event_type: type, resource } = parsed.output;
  const isRefund = type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED';
  const isCapture = type.startsWith('PAYMENT.CAPTURE.') && !isRefund;
  const [disputed] = resource.disputed_transactions;
  const relatedOrder = resource.supplementary_data?.related_ids?.order_id ?? null;
  return {
    id,
    type,
    providerOrderId: type.startsWith('CHECKOUT.ORDER.') ? (resource.id ?? null) : relatedOrder,
    captureId: isCapture
      ? (resource.id ?? null)
      : (captureOfLinks(resource.links) ?? disputed?.seller_transaction_id ?? null),
    orderNumber: resource.invoice_id ?? disputed?.invoice_number ?? null,
    refund: isRefund ? refundOf(resource) : null,
    dispute: type.startsWith('CUSTOMER.DISPUTE.')
      ? disputeOf(resource.dispute_id, resource.dispute_amount, type)
      : null,
  };
}

function captureOfLinks(links: readonly v.InferOutput<typeof linkSchema>[]): string | null {
  const up = links.find((link) => link.rel === 'up')?.href ?? '';
  return /\/captures\/([\w-]+)$/.exec(up)?.[1] ?? null;
}

function refundOf(resource: unknown): ProviderRefund | null {
  const parsed = v.safeParse(refundSchema, resource);
  return parsed.success ? toRefund(parsed.output) : null;
}

function disputeOf(
  id: string | undefined,
  amount: unknown,
  type: string,
): ProviderNotice['dispute'] {
  if (!id) return null;
  const parsed = v.safeParse(moneySchema, amount);
  const isClosed = type === 'CUSTOMER.DISPUTE.RESOLVED';
  return { id, amount: parsed.success ? parsed.output : null, isClosed };
}
