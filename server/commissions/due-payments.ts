import { type CommissionState, mayMove, restStates } from '#contract/shop/commission-states.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Reader } from '../platform/database/open.ts';
import type { QuoteRow } from './quotes.ts';

/** What was paid for a request and what can be paid now, by its quote in force. */
export type DuePayment = Required<Pick<OwnRequest, 'paid' | 'due' | 'isBeingPaid' | 'orders'>>;

interface Quoted {
  readonly id: string;
  readonly state: CommissionState;
}

/** Of each of these requests, by its id. */
export async function duePayments(
  reader: Reader,
  requests: readonly Quoted[],
  inForce: ReadonlyMap<string, QuoteRow>,
): Promise<ReadonlyMap<string, DuePayment>> {
  const ids = requests.map(({ id }) => id);
  const orders = await reader
    .selectFrom('orders')
    .select((order) => [
      'orders.id',
      'commissionId',
      'quotePart',
      'state',
      'totalPrice',
      'capturedAmount',
      order
        .selectFrom('refunds')
        .select((refund) => refund.fn.sum<number | null>('refunds.amount').as('sum'))
        .whereRef('refunds.orderId', '=', 'orders.id')
        .where('refunds.kind', '=', 'refund')
        .as('returned'),
      order
        .exists(
          order
            .selectFrom('refundRequests')
            .select('refundRequests.id')
            .whereRef('refundRequests.orderId', '=', 'orders.id')
            .where('refundRequests.state', '=', 'open'),
        )
        .as('isRefunding'),
      order
        .exists(
          order
            .selectFrom('orderItems')
            .select('orderItems.id')
            .whereRef('orderItems.orderId', '=', 'orders.id')
            .where('orderItems.revokedAt', 'is not', null),
        )
        .as('isRevoked'),
    ])
    .where('commissionId', 'in', ids)
    .where('state', 'in', ['capturing', 'review', 'paid'])
    .orderBy('createdAt')
    .execute();
  const ordersOf = Map.groupBy(orders, ({ commissionId }) => commissionId);
  return new Map(
    requests.map((request) => {
      const own = ordersOf.get(request.id) ?? [];
      const paid = own.filter(({ state }) => state === 'paid');
      const isBeingPaid = own.length > paid.length;
      const isEnded = paid.some(
        ({ isRefunding, isRevoked, returned, capturedAmount, totalPrice }) =>
          isRefunding || isRevoked || (returned ?? 0) >= (capturedAmount ?? totalPrice),
      );
      const quote = inForce.get(request.id);
      const due = quote && !isBeingPaid && !isEnded ? partDue(request.state, quote, paid) : null;
      const cents = paid.reduce((sum, { totalPrice }) => sum + totalPrice, 0);
      const paying = paid.map(({ id, quotePart }) => ({ _id: id, part: quotePart ?? 'whole' }));
      return [request.id, { paid: toWire(cents), due, isBeingPaid, orders: paying }];
    }),
  );
}

function partDue(
  state: CommissionState,
  { price, deposit }: QuoteRow,
  paid: readonly { readonly quotePart: string | null }[],
): DuePayment['due'] {
  if (paid.length === 0 && mayMove(state, 'pay', 'buyer')) {
    return { part: deposit === null ? 'whole' : 'deposit', amount: toWire(deposit ?? price) };
  }
  const [first] = paid;
  const isHalfPaid = paid.length === 1 && first?.quotePart === 'deposit';
  if (!isHalfPaid || deposit === null || !restStates.includes(state)) return null;
  return { part: 'rest', amount: toWire(price - deposit) };
}
