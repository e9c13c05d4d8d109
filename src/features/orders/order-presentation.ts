import { format } from 'date-fns/format';
import type { Order, OrderItem } from '#contract/shop/order.ts';
import { limits } from '#contract/wire/limits.ts';
import { formatUsd } from '#contract/wire/money.ts';

/** Date in the list: M/D/YYYY, in the device's time zone. */
export function listDate(instant: string): string {
  return format(new Date(instant), 'M/d/yyyy');
}

/** Date in the details: MMMM D, YYYY h:mm A, in the device's time zone. */
export function detailsDate(instant: string): string {
  return format(new Date(instant), 'MMMM d, yyyy h:mm a');
}

/** What became of an item whose licence has ended; null while it holds. `now` in ms since 1970. */
export function endedText({ isRevoked, refunded }: OrderItem, now: number): string | null {
  if (!isRevoked) return null;
  if (!refunded) return 'Its licence has ended.';
  const at = new Date(refunded.at);
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  const day = format(at, isThisYear ? 'd MMMM' : 'd MMMM yyyy');
  return `Refunded ${formatUsd(refunded.amount)} on ${day}. Its licence has ended.`;
}

/** Where the files of a paid custom design are; null once they are released, and for all other orders. */
export function unreleasedText({ status, paymentState, commission }: Order): string | null {
  const isPaid = status === 'Completed' && paymentState !== 'refunded';
  if (!isPaid || !commission || commission.isReleased) return null;
  if (commission.part === 'rest') {
    return 'The rest of the price. The files come into the order of the deposit once you have accepted the design.';
  }
  const also = commission.part === 'deposit' ? ' and paid the rest' : '';
  return `A custom design. The files come here once you have accepted the design${also}.`;
}

/** Pending is orange, any other status green (P14). */
export function statusTone(status: Order['status']): 'orange' | 'green' {
  return status === 'Pending' ? 'orange' : 'green';
}

/** The text of a payment state that `status` doesn't express; null if `status` says it all (OP-19). */
export function paymentBadge(state: Order['paymentState']): string | null {
  return badges[state];
}

const badges: Readonly<Record<Order['paymentState'], string | null>> = {
  none: null,
  paid: null,
  processing: 'Payment processing',
  declined: 'Payment declined',
  review: 'In review',
  'part-refunded': 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  void: 'Cancelled',
};

/** The items shown for an order in the list, and the note about the others; null if there are none (L09). */
export function listedItems(items: readonly OrderItem[]): {
  readonly shown: readonly OrderItem[];
  readonly more: string | null;
} {
  const hidden = items.length - limits.orderItemsShown;
  return {
    shown: items.slice(0, limits.orderItemsShown),
    more: hidden > 0 ? `+${hidden} more item(s)` : null,
  };
}

/** Leaves out Pending orders that can no longer be paid; saved lists get old too (OP-19). `now` in ms since 1970. */
export function currentOrders(orders: readonly Order[], now: number): readonly Order[] {
  const oldest = now - limits.pendingOrderHours * 3_600_000;
  const mayHaveCost = (order: Order) =>
    order.paymentState === 'processing' || order.paymentState === 'review';
  return orders.filter(
    (order) =>
      order.status !== 'Pending' || mayHaveCost(order) || Date.parse(order.createdAt) > oldest,
  );
}
