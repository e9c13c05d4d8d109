import type { Order, OrderItem } from '#contract/shop/order.ts';
import { Button } from '#ui/button.tsx';

/** Puts a bought design into the cart again. */
export type BuyAgain = (item: OrderItem) => void;

interface BuyAgainButtonProps {
  readonly order: Order;
  readonly item: OrderItem;
  readonly onBuyAgain: BuyAgain;
}

/** Buys a design of an order again; renders nothing unless the order is completed, nor for a custom design. */
export function BuyAgainButton({ order, item, onBuyAgain }: BuyAgainButtonProps) {
  if (order.status !== 'Completed' || order.commission) return null;
  return (
    <Button
      variant="quiet"
      aria-label={`Buy again: ${item.productName}`}
      onClick={() => onBuyAgain(item)}
    >
      Buy again
    </Button>
  );
}
