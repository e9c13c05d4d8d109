import { randomUUID } from 'node:crypto';
import { studioOrderPath } from '#contract/studio/orders.ts';
import { formatAmount } from '#contract/wire/money.ts';
import { reasonNotToPay } from '../../commissions/take-payment.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { studioNotice } from '../../platform/mail/studio-letters.ts';
import type { Services } from '../../platform/services/services.ts';
import { notifyStudio } from '../../staff/notifications/notify-studio.ts';
import type { ProviderCapture, ProviderOrder } from './gateway.ts';
import { grant, type Payment, type Taken } from './grant.ts';
import {
  agingPollMs,
  currency,
  type OrderRow,
  pollTime,
  readOrderRow,
  transition,
  unpaid,
} from './order-state.ts';
import { wasPending } from './payment-events.ts';
import { noSales, recordSales } from './record-sales.ts';
import { leftOfPayment, recordRefunds, voidEmptied } from './refund.ts';

/**
 * The state of a payment after asking the provider. `unknown`: no trustworthy answer. Refused because of the shop's own
 * account: every payment (`unavailable`), this way to pay (`other_way`), the order's number (`create_again`).
 */
export type Outcome =
  | 'paid'
  | 'declined'
  | 'unavailable'
  | 'other_way'
  | 'create_again'
  | 'pending'
  | 'review'
  | 'void'
  | 'not_approved'
  | 'unknown';

/** Who found out about the payment. */
export type Source = 'capture' | 'webhook' | 'reconciler' | 'refund' | 'review';

const movedMoney: ReadonlySet<ProviderCapture['status']> = new Set([
  'COMPLETED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
]);

/**
 * Applies the provider's state of an order, in one transaction. The capture's answer, the webhook and the
 * reconciler all end here: the first settles the order, the others find it settled and succeed. Licences are
 * granted only for a COMPLETED capture of exactly our amount and currency.
 */
export async function settle(
  services: Pick<Services, 'database' | 'env' | 'clock'>,
  orderId: string,
  provider: ProviderOrder,
  source: Source,
): Promise<Outcome> {
  const { env } = services;
  return makeChange(services, async (change) => {
    const { tx } = change;
    const order = await readOrderRow(tx, orderId);
    if (!order) throw new Error(`there is no order ${orderId}`);
    const found = await settleCapture(change, env, order, provider, source);
    const isPayment = typeof found !== 'string';
    const { sold, revoked } = isPayment ? await grant(change, env, order, found) : noSales;
    await refundFromOpenCapture(tx, orderId, provider.captures);
    await recordFee(tx, orderId, provider.captures);
    const settled = await readOrderRow(tx, orderId);
    const refunded = settled?.providerCaptureId
      ? await recordRefunds(change, env, settled, provider.refunds)
      : [];
    const current = await readOrderRow(tx, orderId);
    await recordSales(change, { sold, revoked: [...revoked, ...refunded] });
    if (current?.state === 'void') return 'void';
    return isPayment ? 'paid' : found;
  });
}

/** Returns the payment to grant, or what became of the order if there is none. */
async function settleCapture(
  change: Change,
  mailSettings: MailSettings,
  order: OrderRow,
  provider: ProviderOrder,
  source: Source,
): Promise<Payment | Outcome> {
  const { tx, now } = change;
  if (order.state === 'paid') return 'paid';
  const capture = decisiveCapture(provider.captures);
  const seen = { source, order: provider.status, capture };
  if ((order.state === 'review' || order.state === 'void') && isGivenBack(provider.captures)) {
    await transition(change, order.id, {
      from: ['review'],
      to: 'void',
      kind: 'void',
      detail: seen,
    });
    return 'void';
  }
  const taken = await takenBy(tx, order, provider, capture);
  const isKnown = (taken.capturedAmount ?? 0) <= (order.capturedAmount ?? 0);
  if (order.state === 'void') {
    // The studio cancelled it knowing of this payment.
    if (order.capturedAmount !== null && isKnown) return 'void';
    if ((await leftOfPayment(tx, { ...order, ...taken })) === 'nothing') return 'void';
  }
  if (order.state === 'review') {
    // The studio decides about it, and gets another mail if more was taken than it knows of.
    if (!isKnown) {
      const reason = problemWith(order, provider, capture) ?? 'the payment was completed after all';
      await toReview(change, mailSettings, order, reason, seen, taken);
    }
    return 'review';
  }
  if (capture?.status === 'DECLINED' || capture?.status === 'FAILED') {
    await transition(change, order.id, {
      from: ['capturing'],
      to: 'provider_created',
      kind: 'declined',
      detail: seen,
      set: { declinedAt: now.toISOString(), captureRequestId: randomUUID() },
    });
    return order.state === 'void' ? 'void' : 'declined';
  }
  if (capture?.status === 'PENDING' && order.state !== 'void') {
    await transition(change, order.id, {
      from: unpaid,
      to: 'capturing',
      kind: 'pending',
      detail: seen,
      set: { nextPollAt: pollTime(now, agingPollMs(now, order)) },
    });
    return 'pending';
  }
  const problem =
    problemWith(order, provider, capture) ?? (await reasonNotToPay(change, mailSettings, order));
  if (capture && problem === null) {
    return { ...taken, detail: seen };
  }
  await toReview(change, mailSettings, order, problem ?? 'no capture', seen, taken);
  return 'review';
}

/** The capture that decides: a completed one, else a pending one, else the latest. */
function decisiveCapture(captures: readonly ProviderCapture[]): ProviderCapture | undefined {
  return (
    captures.find((capture) => capture.status === 'COMPLETED') ??
    captures.find((capture) => capture.status === 'PENDING') ??
    captures.at(-1)
  );
}

async function takenBy(
  tx: Transaction,
  order: OrderRow,
  provider: ProviderOrder,
  capture: ProviderCapture | undefined,
): Promise<Taken> {
  if (!capture || !isOf(order, provider)) {
    return { captureId: null, takenAt: null, capturedAmount: null, method: order.paymentMethod };
  }
  const counted = provider.captures.filter(
    ({ status, amount }) =>
      movedMoney.has(status) && amount.currency === currency && Number.isInteger(amount.cents),
  );
  const sum = counted.reduce((cents, { amount }) => cents + amount.cents, 0);
  const capturedAmount = counted.length > 0 ? sum : null;
  const { id: captureId, status, at = null } = capture;
  const isTimeKnown = movedMoney.has(status) && !(await wasPending(tx, order.id, captureId));
  const takenAt = isTimeKnown ? at : null;
  return { captureId, takenAt, capturedAmount, method: methodName(provider.method) };
}

/** If a payment was taken more than once, directs later refunds to a capture that isn't refunded yet. */
async function refundFromOpenCapture(
  tx: Transaction,
  orderId: string,
  captures: readonly ProviderCapture[],
): Promise<void> {
  const refunded = captures.filter(({ status }) => status === 'REFUNDED').map(({ id }) => id);
  const open = captures.find(
    ({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED',
  );
  if (!open || refunded.length === 0) return;
  await tx
    .updateTable('orders')
    .set({ providerCaptureId: open.id })
    .where('id', '=', orderId)
    .where('providerCaptureId', 'in', refunded)
    .execute();
}

/** Keeps what the provider kept of the payment, once it says so of each capture that took money. */
async function recordFee(
  tx: Transaction,
  orderId: string,
  captures: readonly ProviderCapture[],
): Promise<void> {
  const fees = captures.filter(({ status }) => movedMoney.has(status)).map(({ fee }) => fee);
  const isKnown = fees.every((fee) => fee?.currency === currency && Number.isInteger(fee.cents));
  if (fees.length === 0 || !isKnown) return;
  await tx
    .updateTable('orders')
    .set({ fee: fees.reduce((sum, fee) => sum + (fee?.cents ?? 0), 0) })
    .where('id', '=', orderId)
    .where('providerCaptureId', 'is not', null)
    .execute();
}

/** Whether all the money taken was refunded. */
function isGivenBack(captures: readonly ProviderCapture[]): boolean {
  const ended = captures.filter(({ status }) => status !== 'DECLINED' && status !== 'FAILED');
  return ended.length > 0 && ended.every(({ status }) => status === 'REFUNDED');
}

/** Why this capture must not be granted, in a few words for the studio; null if all is well. */
function problemWith(
  order: OrderRow,
  provider: ProviderOrder,
  capture: ProviderCapture | undefined,
): string | null {
  if (!capture) return 'the provider calls the order completed but shows no payment';
  if (capture.status !== 'COMPLETED') return `the payment has the status ${capture.status}`;
  if (order.state === 'void') return 'a payment was taken for a cancelled order';
  if (!isOf(order, provider)) {
    return 'the payment belongs to another order';
  }
  if (provider.captures.filter(({ status }) => status === 'COMPLETED').length > 1) {
    return 'the payment was taken more than once';
  }
  const { amount } = capture;
  const total = { cents: order.totalPrice, currency };
  if (amount.currency !== total.currency || amount.cents !== total.cents) {
    return `paid ${formatAmount(amount)}, expected ${formatAmount(total)}`;
  }
  return null;
}

function isOf(order: OrderRow, { reference }: ProviderOrder): boolean {
  return reference === null || reference === order.id;
}

/**
 * Puts an order in review and notifies the studio; nothing is granted. An order whose payment was already
 * refunded becomes void instead, without a mail. Returns null if the order left its state in the meantime.
 */
export async function toReview(
  change: Change,
  mailSettings: MailSettings,
  order: OrderRow,
  reason: string,
  detail: Readonly<Record<string, unknown>>,
  { captureId, takenAt, capturedAmount, method }: Taken = {
    captureId: order.providerCaptureId,
    takenAt: order.takenAt,
    capturedAmount: order.capturedAmount,
    method: order.paymentMethod,
  },
): Promise<OrderRow | null> {
  const { tx } = change;
  const reviewed = await transition(change, order.id, {
    from: [order.state],
    to: 'review',
    kind: 'review',
    detail,
    set: {
      reviewReason: reason,
      providerCaptureId: captureId,
      takenAt,
      capturedAmount,
      paymentMethod: method,
    },
  });
  if (!reviewed || (await voidEmptied(change, order.id))) return reviewed;
  await notifyStudio(change, mailSettings, {
    kind: 'review',
    subjectId: order.id,
    title: `Order ${order.orderNumber} needs review`,
    path: studioOrderPath(order.id),
    letter: studioNotice(await letterhead(tx, mailSettings), { ...reviewed, reason }),
  });
  return reviewed;
}

/** The name of a funding source as the buyer reads it. */
function methodName(method: string | null): string {
  if (method === 'card') return 'Card';
  return 'PayPal';
}
