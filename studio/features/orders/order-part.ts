import type { StudioOrder } from '#contract/studio/orders.ts';

/** The props of each part of the order screen that can change the order. */
export interface OrderPart {
  readonly order: StudioOrder;
  readonly onChanged: (order: StudioOrder) => void;
  /** Called when what was shown is outdated, or may be: reloads it. */
  readonly onStale: () => Promise<void>;
}
