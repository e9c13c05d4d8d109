import * as v from 'valibot';

/** Money as PayPal writes it. */
export interface PracticeMoney {
  readonly currency_code: string;
  readonly value: string;
}

/** An order as the stand-in stores it. */
export interface PracticeOrder {
  readonly id: string;
  readonly status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly createdAt: string;
  readonly unit: v.InferOutput<typeof createBodySchema>['purchase_units'][number];
  /** How the buyer chose to pay. */
  readonly funding: { readonly source: 'paypal' | 'card'; readonly isDeclined: boolean } | null;
  readonly captures: readonly {
    readonly id: string;
    readonly amount: PracticeMoney;
    readonly at: string;
  }[];
  readonly refunds: readonly {
    readonly id: string;
    readonly captureId: string;
    readonly amount: PracticeMoney;
    readonly custom_id: string | undefined;
    readonly at: string;
  }[];
}

const practiceMoneySchema = v.object({
  currency_code: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  value: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{2}$/)),
});

export const createBodySchema = v.object({
  intent: v.literal('CAPTURE'),
  purchase_units: v.pipe(
    v.array(
      v.object({
        custom_id: v.optional(v.pipe(v.string(), v.maxLength(255))),
        invoice_id: v.optional(v.pipe(v.string(), v.maxLength(127))),
        description: v.optional(v.pipe(v.string(), v.maxLength(127))),
        amount: practiceMoneySchema,
      }),
    ),
    v.length(1),
  ),
});

export const refundBodySchema = v.object({
  amount: v.optional(practiceMoneySchema),
  custom_id: v.optional(v.pipe(v.string(), v.maxLength(255))),
});
export type RefundBody = v.InferOutput<typeof refundBodySchema>;

function cents(money: PracticeMoney): number {
  return Math.round(Number(money.value) * 100);
}

/** The cents of a capture that aren't refunded yet. */
export function refundable(order: PracticeOrder, captureId: string): number {
  const captured = order.captures.find((capture) => capture.id === captureId);
  const back = order.refunds.filter((refund) => refund.captureId === captureId);
  return back.reduce(
    (left, { amount }) => left - cents(amount),
    captured ? cents(captured.amount) : 0,
  );
}

/** An order as PayPal represents it, or its minimal form. */
export function represent(order: PracticeOrder, isFull: boolean): object {
  const links = [{ href: `/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' }];
  if (!isFull) return { id: order.id, status: order.status, links };
  const { unit } = order;
  const own = { custom_id: unit.custom_id, invoice_id: unit.invoice_id };
  const captures = order.captures.map(({ id, amount, at }) => ({
    id,
    status: captureStatus(order, id, amount),
    amount,
    ...own,
    final_capture: true,
    seller_receivable_breakdown: { paypal_fee: practiceFee(amount) },
    create_time: at,
    update_time: at,
  }));
  const refunds = order.refunds.map((refund) => representRefund(refund, true));
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    create_time: order.createdAt,
    ...(order.funding ? { payment_source: { [order.funding.source]: {} } } : {}),
    purchase_units: [
      {
        reference_id: 'default',
        ...unit,
        ...(captures.length > 0 ? { payments: { captures, refunds } } : {}),
      },
    ],
    links,
  };
}

/** A refund as PayPal represents it, or its minimal form. */
export function representRefund(refund: PracticeOrder['refunds'][number], isFull: boolean): object {
  const { id, amount, custom_id, captureId, at } = refund;
  const links = [
    { href: `/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
    { href: `/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
  ];
  const minimal = { id, status: 'COMPLETED', links };
  return isFull ? { ...minimal, amount, custom_id, create_time: at, update_time: at } : minimal;
}

/** As PayPal takes of a payment in the United States. */
function practiceFee(amount: PracticeMoney): PracticeMoney {
  const fee = cents(amount) * 0.0349 + 49;
  return { ...amount, value: (Math.round(fee) / 100).toFixed(2) };
}

function captureStatus(order: PracticeOrder, id: string, amount: PracticeMoney): string {
  const left = refundable(order, id);
  if (left === cents(amount)) return 'COMPLETED';
  return left > 0 ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}
