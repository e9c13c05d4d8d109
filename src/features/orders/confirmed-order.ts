import * as v from 'valibot';
import { type Order, orderSchema } from '#contract/shop/order.ts';

const stateSchema = v.object({ order: orderSchema, accountId: v.string() });

/**
 * The order that checkout put into the history entry; null for any other way here, and where the
 * entry is of an account that isn't signed in any more.
 */
export function confirmedOrder(state: unknown, accountId: string | null): Order | null {
  const parsed = v.safeParse(stateSchema, state);
  return parsed.success && parsed.output.accountId === accountId ? parsed.output.order : null;
}
