import type { StudioOrder } from '#contract/studio/orders.ts';

/** Whether the buyer has paid for an order, whatever happened to the money later. */
export function hasBeenPaid({ paymentState }: StudioOrder): boolean {
  return ['paid', 'part-refunded', 'refunded', 'disputed'].includes(paymentState);
}

/** The props of each part of the order screen that can change the order. */
export interface OrderPart {
  readonly order: StudioOrder;
  readonly onChanged: (order: StudioOrder) => void;
  /** Called when what was shown is outdated, or may be: reloads it. */
  readonly onStale: () => Promise<void>;
}
