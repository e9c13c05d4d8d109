import { messages } from '#contract/messages/messages.ts';

/** What is wrong with a typed code, or null if it may be sent (Q13). */
export function couponError(code: string): string | null {
  return code.trim() === '' ? messages.coupon.empty : null;
}
