import type { designTypes } from './custom-request.ts';

const mark = ' (Exclusive)';

/** What an order calls a custom design: with what its quote promised, since an order outlives its request. */
export function quotedName(title: string, designType: (typeof designTypes)[number]): string {
  return `${title} (${designType})`;
}

/** Whether the design of an order's item was promised to its buyer alone. */
export function isExclusive(productName: string, isCommission: boolean): boolean {
  return isCommission && productName.endsWith(mark);
}

export const exclusiveMeaning =
  'This design is exclusive: it was drawn for its licensee alone, is licensed to nobody else, and is never sold in the shop.';
