import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { Order, OrderItem } from '#contract/shop/order.ts';

/** Whether a bought item's licence is in force: paid for, not revoked by a refund (OP-64), and of a custom design released. */
export function hasLicence(order: Order, item: OrderItem): boolean {
  const isReleased = order.commission?.isReleased ?? true;
  return order.status === 'Completed' && isReleased && !item.isRevoked;
}

/** The licence of one item in the account's orders, or why there is none. */
export type ItemLicence =
  | {
      readonly status: 'granted';
      readonly order: Order;
      readonly item: OrderItem;
      /** Null if it isn't among `texts`. */
      readonly text: LicenceText | null;
    }
  | { readonly status: 'unpaid' | 'revoked' | 'missing' };

export function itemLicence(
  { orders, texts }: { readonly orders: readonly Order[]; readonly texts: readonly LicenceText[] },
  orderId: string,
  itemId: string,
): ItemLicence {
  const order = orders.find(({ _id }) => _id === orderId);
  const item = order?.items.find(({ _id }) => _id === itemId);
  if (!order || !item) return { status: 'missing' };
  if (!hasLicence(order, item)) return { status: item.isRevoked ? 'revoked' : 'unpaid' };
  const { licenseType, licenceTextVersion } = item;
  const text = texts.find(
    (each) => each.licenseType === licenseType && each.version === licenceTextVersion,
  );
  return { status: 'granted', order, item, text: text ?? null };
}
