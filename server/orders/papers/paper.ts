import type { PaperSize } from '#contract/shop/paper.ts';

/** A receipt, a credit note or a month's overview as it is drawn: all its texts. It can be sent to a thread. */
export interface Paper {
  readonly kind: 'Receipt' | 'Credit note' | 'Overview';
  readonly number: string;
  readonly size: PaperSize;
  /** Instant of the payment or refund: the same paper always has the same bytes. */
  readonly at: string;
  /** The first line is the name. */
  readonly seller: readonly string[];
  /** Nobody on an overview. */
  readonly buyer: readonly string[];
  /** Date, order and way of payment, as label and text. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly columns: readonly string[];
  /** What was bought or refunded, and one text for each other column. */
  readonly rows: readonly {
    readonly name: string;
    readonly detail: string;
    readonly cells: readonly string[];
  }[];
  readonly sums: readonly (readonly [label: string, amount: string])[];
  readonly total: readonly [label: string, amount: string];
  readonly note: string;
}
