import * as v from 'valibot';
import type { TrailLine } from '#contract/studio/orders.ts';
import { formatCents, formatPaid } from '#contract/wire/money.ts';
import type { PaymentEventKind } from './payments/payment-events.ts';
import { isForShop, pendingReasonText } from './pending-reason.ts';
import { refusalText } from './refusal-text.ts';

const amountSchema = v.object({ cents: v.number(), currency: v.string() });

/** The details that payment events carry besides their kind. */
const detailSchema = v.object({
  source: v.optional(v.string()),
  reason: v.optional(v.string()),
  issue: v.optional(v.string()),
  cents: v.optional(v.number()),
  isClosed: v.optional(v.boolean()),
  isGift: v.optional(v.boolean()),
  amount: v.optional(amountSchema),
  capture: v.optional(
    v.object({ status: v.string(), amount: amountSchema, reason: v.optional(v.string()) }),
  ),
});
type Detail = v.InferOutput<typeof detailSchema>;

type Words = Pick<TrailLine, 'text' | 'tone'>;

const words: Readonly<Record<PaymentEventKind, (detail: Detail) => Words>> = {
  creating: () => plain('Order created.'),
  created: () => plain('Ready for payment.'),
  capturing: () => plain('Payment under way.'),
  asking: () => plain('Checking the payment with the provider.'),
  not_approved: () => plain('The buyer hasn’t approved the payment.'),
  declined: ({ issue, capture }) =>
    bad(withReason(`The payment was declined${issue ? ` (${issue})` : ''}.`, capture?.reason)),
  refused: ({ issue = '' }) =>
    bad(`PayPal refused the payment because of the shop’s account (${issue}).`),
  pending: ({ capture }) => {
    const { reason } = capture ?? {};
    const text = withReason('The payment is pending.', reason);
    return isForShop(reason) ? bad(text) : wait(text);
  },
  unknown: ({ reason }) =>
    wait(`The provider gave no clear answer${reason ? `: ${reason}` : ''}. We’ll ask again.`),
  paid: ({ source, isGift, capture }) => {
    if (isGift) return good('Given free by the studio.');
    if (source === 'studio') return good('Released by the studio.');
    return good(capture ? `Paid: ${formatPaid(capture.amount)}.` : 'There was nothing to pay.');
  },
  review: ({ capture, reason }) => {
    const seen = capture
      ? `The provider reports ${capture.status}, ${formatPaid(capture.amount)}`
      : reason;
    return bad(`Held for review.${seen ? ` ${seen}.` : ''}`);
  },
  void: ({ source, reason }) => {
    if (source === 'studio') return plain('Cancelled by the studio.');
    return plain(reason ? `Cancelled: ${reason}.` : 'Cancelled: the payment was fully refunded.');
  },
  refunding: ({ cents }) => wait(`The studio requested a ${formatCents(cents ?? 0)} refund.`),
  refund_pending: ({ amount, reason }) =>
    wait(withReason(`The ${amount ? `${formatPaid(amount)} ` : ''}refund is pending.`, reason)),
  refund: ({ amount, cents }) =>
    good(`${amount ? formatPaid(amount) : formatCents(cents ?? 0)} refunded to the buyer.`),
  refund_refused: ({ cents, issue = '' }) =>
    bad(`${formatCents(cents ?? 0)} was not refunded. ${refusalText(issue)}`),
  refund_overdue: ({ cents }) =>
    bad(`The provider hasn’t confirmed the ${formatCents(cents ?? 0)} refund for a day.`),
  dispute: ({ isClosed, amount }) =>
    isClosed
      ? plain('The dispute was closed.')
      : bad(`The buyer disputes the payment${amount ? ` of ${formatPaid(amount)}` : ''}.`),
};

/** Describes a payment event in plain words. */
export function paymentEventText(kind: string, detail: string): Words {
  const parsed = v.safeParse(detailSchema, JSON.parse(detail));
  const write = Object.hasOwn(words, kind) ? words[kind as PaymentEventKind] : undefined;
  return write?.(parsed.success ? parsed.output : {}) ?? plain(kind);
}

function withReason(text: string, reason: string | undefined): string {
  return reason === undefined ? text : `${text} ${pendingReasonText(reason)}`;
}

function plain(text: string): Words {
  return { text, tone: 'plain' };
}

function good(text: string): Words {
  return { text, tone: 'good' };
}

function bad(text: string): Words {
  return { text, tone: 'bad' };
}

function wait(text: string): Words {
  return { text, tone: 'wait' };
}
