import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';

/**
 * What happens to an order's payment, one row per event. `creating`, `capturing` and `asking` mean that a
 * call to the provider is in progress; the next row has its result.
 */
export type PaymentEventKind =
  | 'creating'
  | 'created'
  | 'capturing'
  | 'asking'
  | 'not_approved'
  | 'declined'
  | 'refused'
  | 'pending'
  | 'unknown'
  | 'paid'
  | 'review'
  | 'void'
  | 'refunding'
  | 'refund_pending'
  | 'refund'
  | 'refund_refused'
  | 'refund_overdue'
  | 'dispute';

export interface PaymentEvent {
  readonly id: number;
  readonly kind: string;
  /** JSON. */
  readonly detail: string;
  readonly createdAt: string;
}

/** Results that change nothing. */
const unchanged: ReadonlySet<string> = new Set<PaymentEventKind>([
  'not_approved',
  'pending',
  'unknown',
]);

/**
 * Adds a payment event, in the transaction of the change it records. `detail` never holds card or personal
 * data. If a poll only confirmed the event before it, deletes the poll's row instead, because a payment may
 * be pending for weeks.
 */
export async function addPaymentEvent(
  { tx, now }: Change,
  orderId: string,
  kind: PaymentEventKind,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const createdAt = now.toISOString();
  const text = JSON.stringify(detail);
  if (unchanged.has(kind)) {
    const [question, known] = await tx
      .selectFrom('paymentEvents')
      .select(['id', 'kind', 'detail'])
      .where('orderId', '=', orderId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    if (question?.kind === 'asking' && known?.kind === kind && known.detail === text) {
      await tx.deleteFrom('paymentEvents').where('id', '=', question.id).execute();
      return;
    }
  }
  await tx.insertInto('paymentEvents').values({ orderId, kind, detail: text, createdAt }).execute();
}

/** The newest payment event of an order. */
export async function lastPaymentEvent(
  database: Reader,
  orderId: string,
): Promise<PaymentEvent | null> {
  const entry = await database
    .selectFrom('paymentEvents')
    .select(['id', 'kind', 'detail', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry ?? null;
}

/**
 * Whether a capture or refund was seen pending. Then nobody knows when its money moved: the provider says when it was
 * made, which was days before.
 */
export async function wasPending(
  database: Reader,
  orderId: string,
  providerId: string,
): Promise<boolean> {
  const events = await database
    .selectFrom('paymentEvents')
    .select('detail')
    .where('orderId', '=', orderId)
    .where('kind', 'in', ['pending', 'review', 'refund_pending'] satisfies PaymentEventKind[])
    .execute();
  return events.some(({ detail }) => {
    const { capture, refund } = JSON.parse(detail) as Seen;
    const isCapture = capture?.id === providerId && capture.status === 'PENDING';
    return isCapture || refund === providerId;
  });
}

interface Seen {
  readonly capture?: { readonly id: string; readonly status: string };
  readonly refund?: string;
}
