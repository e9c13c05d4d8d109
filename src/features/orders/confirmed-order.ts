import * as v from 'valibot';
import { type Order, orderSchema } from '#contract/order.ts';

const stateSchema = v.object({ order: orderSchema });

/** The order that checkout put into the history entry; null for any other way here. */
export function confirmedOrder(state: unknown): Order | null {
  const parsed = v.safeParse(stateSchema, state);
  return parsed.success ? parsed.output.order : null;
}
