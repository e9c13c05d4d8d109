import type { Order, OrderItem } from '#contract/shop/order.ts';
import { makeItem, makeOrder } from './make-order.ts';

let count = 0;

/** An id of its own within a file of tests. */
function nextId(): string {
  count += 1;
  return String(count).padStart(24, '0');
}

/** A paid order of designs with these titles, which no other order of the file has. */
export function ordered(
  titles: readonly string[],
  changes: Partial<Order> = {},
  ofItems: Partial<OrderItem> = {},
): Order {
  const _id = nextId();
  const items = titles.map((productName): OrderItem => {
    const item = { _id: nextId(), productId: nextId(), productName, ...ofItems };
    const downloadLink = `/api/orders/${_id}/items/${item._id}/download`;
    return makeItem({ downloadLink, product: { title: productName, image: { url: '' } }, ...item });
  });
  return makeOrder({ _id, orderNumber: `PW-${_id.slice(-4)}`, items, ...changes });
}

/** The same order once the shop has taken its payment back. */
export function refunded(order: Order): Order {
  const items = order.items.map((item) => ({ ...item, downloadLink: '', isRevoked: true }));
  return { ...order, paymentState: 'refunded', items };
}

/** An order that awaits its payment since an instant. */
export function unpaid(title: string, createdAt = new Date().toISOString()): Order {
  const order = ordered([title], { status: 'Pending', paymentState: 'none', createdAt });
  return { ...order, items: order.items.map((item) => ({ ...item, downloadLink: '' })) };
}
