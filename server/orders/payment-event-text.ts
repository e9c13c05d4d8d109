import * as v from 'valibot';
import type { TrailLine } from '#contract/studio/orders.ts';
import { formatPaid } from '#contract/wire/money.ts';
import type { PaymentEventKind } from './payments/payment-events.ts';
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
  capture: v.optional(v.object({ status: v.string(), amount: amountSchema })),
});
type Detail = v.InferOutput<typeof detailSchema>;

type Words = Pick<TrailLine, 'text' | 'tone'>;

const words: Readonly<Record<PaymentEventKind, (detail: Detail) => Words>> = {
  creating: () => plain('The order was made, and the payment provider is told.'),
  created: () => plain('The provider has the order; the buyer can pay.'),
  capturing: () => plain('The payment is being taken.'),
  asking: () => plain('The provider is asked how the payment stands.'),
  not_approved: () => plain('The buyer has not approved the payment.'),
  declined: ({ issue }) => bad(`The payment was declined${issue ? ` (${issue})` : ''}.`),
  pending: () => wait('The payment is pending at the provider.'),
  unknown: ({ reason }) =>
    wait(`The provider gave no clear answer${reason ? `: ${reason}` : ''}. It is asked again.`),
  paid: ({ source, isGift, capture }) => {
    if (isGift) return good('Given by the studio, at no cost.');
    if (source === 'studio') return good('Granted by the studio.');
    return good(capture ? `Paid: ${formatPaid(capture.amount)}.` : 'There was nothing to pay.');
  },
  review: ({ capture, reason }) => {
    const seen = capture
      ? `The provider says ${capture.status} over ${formatPaid(capture.amount)}`
      : reason;
    return bad(`Put aside for the studio to look at.${seen ? ` ${seen}.` : ''}`);
  },
  void: ({ source, reason }) => {
    if (source === 'studio') return plain('Given up by the studio.');
    return plain(reason ? `Given up: ${reason}.` : 'Given up: all of the payment went back.');
  },
  refunding: ({ cents }) => wait(`The studio asked to give ${usd(cents)} back.`),
  refund: ({ amount, cents }) =>
    good(`${amount ? formatPaid(amount) : usd(cents)} went back to the buyer.`),
  refund_refused: ({ cents, issue = '' }) =>
    bad(`${usd(cents)} did not go back. ${refusalText(issue)}`),
  refund_overdue: ({ cents }) =>
    bad(`The provider has not confirmed the refund of ${usd(cents)} for a day.`),
  dispute: ({ isClosed, amount }) =>
    isClosed
      ? plain('The dispute was closed.')
      : bad(`The buyer disputes the payment${amount ? ` over ${formatPaid(amount)}` : ''}.`),
};

/** Describes a payment event in plain words. */
export function paymentEventText(kind: string, detail: string): Words {
  const parsed = v.safeParse(detailSchema, JSON.parse(detail));
  const write = Object.hasOwn(words, kind) ? words[kind as PaymentEventKind] : undefined;
  return write?.(parsed.success ? parsed.output : {}) ?? plain(kind);
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

function usd(cents = 0): string {
  return formatPaid({ cents, currency: 'USD' });
}
