import type { StudioOrder } from '#contract/studio/orders.ts';

/** What every part of an order's screen that changes it is given. */
export interface OrderPart {
  readonly order: StudioOrder;
  readonly onChanged: (order: StudioOrder) => void;
  /** What was shown no longer holds, or nobody knows: look again. */
  readonly onStale: () => Promise<void>;
}
