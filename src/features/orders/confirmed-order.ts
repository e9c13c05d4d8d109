import * as v from 'valibot';
import { type Order, orderSchema } from '#contract/shop/order.ts';

const stateSchema = v.object({ order: orderSchema, accountId: v.string() });

/**
 * The order that checkout put into the history entry. Null if the page was opened any other way, or if the
 * entry belongs to an account that is no longer signed in.
 */
export function confirmedOrder(state: unknown, accountId: string | null): Order | null {
  const parsed = v.safeParse(stateSchema, state);
  return parsed.success && parsed.output.accountId === accountId ? parsed.output.order : null;
}
