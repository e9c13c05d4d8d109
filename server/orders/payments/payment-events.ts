import type { Database, Transaction } from '../../platform/database/open.ts';

/**
 * What happened to an order's payment, a row each. `creating`, `capturing` and `asking` say that
 * somebody is at the provider right now; the next row says what came of it.
 */
export type PaymentEventKind =
  | 'creating'
  | 'created'
  | 'capturing'
  | 'asking'
  | 'not_approved'
  | 'declined'
  | 'pending'
  | 'unknown'
  | 'paid'
  | 'review'
  | 'void'
  | 'refunding'
  | 'refund'
  | 'refund_refused'
  | 'refund_overdue'
  | 'dispute';

export interface PaymentEvent {
  readonly id: number;
  readonly kind: string;
  readonly createdAt: string;
}

/** Answers that leave everything as it was. */
const unchanged: ReadonlySet<string> = new Set<PaymentEventKind>([
  'not_approved',
  'pending',
  'unknown',
]);

/**
 * Adds a row in the transaction of the change it tells of. `detail` holds nothing about a card or a
 * person. Where a question brought only what was known before it, the question's row goes instead:
 * a payment may be pending for weeks.
 */
export async function addPaymentEvent(
  tx: Transaction,
  now: Date,
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

/** The newest row of an order's trail. */
export async function lastPaymentEvent(
  database: Database['read'] | Transaction,
  orderId: string,
): Promise<PaymentEvent | null> {
  const entry = await database
    .selectFrom('paymentEvents')
    .select(['id', 'kind', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry ?? null;
}
