import type { OrderItem } from '#contract/shop/order.ts';

/** Puts a bought design into the cart again. */
export type BuyAgain = (item: OrderItem) => void;
