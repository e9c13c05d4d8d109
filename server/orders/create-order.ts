import { messages } from '#contract/messages/messages.ts';
import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { toWire } from '#contract/wire/money.ts';
import { switchCartSales } from '../lists/carts/cart-sales.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { SignedIn } from '../platform/sign-in/signed-in.ts';
import { draftOrder } from './draft-order.ts';
import type { ProviderResult } from './payments/gateway.ts';
import type { OrderServices } from './payments/order-services.ts';
import {
  currency,
  type OrderRow,
  readOrderRow,
  recordEvent,
  transition,
} from './payments/order-state.ts';

/**
 * Handles Create Order. Commits the order, with the request id for the provider, before calling the provider.
 * Called again with the same cart, it returns the same order; after a lost answer the provider gets the same
 * request id and so creates no second order.
 */
export async function createOrder(
  services: OrderServices,
  account: SignedIn,
  body: CallInput<'checkout'>['body'],
): Promise<CallAnswer<'checkout'>> {
  const drafted = await makeChange(services, async (change) => {
    // So that prices are exact even before the catalogue's own timer runs.
    const switched = await switchCartSales(change, account.id);
    const result = await draftOrder(change, services.env, account, body);
    await recordCatalogueChange(change, switched);
    return result;
  });
  if (drafted instanceof Problem) throw drafted;
  const order = drafted.state === 'provider_creating' ? await place(services, drafted) : drafted;
  return {
    orderId: order.id,
    paypalOrderId: order.state === 'paid' ? null : order.providerOrderId,
    totalPrice: toWire(order.totalPrice),
  };
}

/** `provider_creating → provider_created`. @throws PROVIDER_UNAVAILABLE, or ORDER_VOID if a newer order replaced this one */
async function place(services: OrderServices, order: OrderRow): Promise<OrderRow> {
  const answer = await services.gateway.createOrder({
    reference: order.id,
    orderNumber: order.orderNumber,
    amount: { cents: order.totalPrice, currency },
    requestId: order.createRequestId,
  });
  if (answer.kind !== 'ok') {
    const reason = answer.kind === 'refused' ? answer.issue : answer.reason;
    services.log.error({ orderId: order.id, reason }, 'the provider created no order');
  }
  const { taken, current } = await makeChange(services, async (change) => ({
    taken: await takeAnswer(change, order, answer),
    current: await readOrderRow(change.tx, order.id),
  }));
  // A concurrent request may have received the answer that was lost here.
  if (current && current.providerOrderId !== null && current.state !== 'void') return current;
  if (taken === null && current?.state === 'void') {
    throw new Problem('ORDER_VOID', messages.checkout.replaced);
  }
  throw new Problem('PROVIDER_UNAVAILABLE', messages.checkout.createFailed, { retryAfter: 5 });
}

/** Returns null if the order left `provider_creating` during the call to the provider. */
function takeAnswer(
  change: Change,
  order: OrderRow,
  answer: ProviderResult<{ readonly id: string }>,
): Promise<OrderRow | null> {
  const from = ['provider_creating'] as const;
  if (answer.kind === 'ok') {
    const set = { providerOrderId: answer.value.id };
    return transition(change, order.id, { from, to: 'provider_created', kind: 'created', set });
  }
  if (answer.kind === 'refused') {
    const detail = { reason: answer.issue };
    return transition(change, order.id, { from, to: 'void', kind: 'void', detail });
  }
  return recordEvent(change, order, 'unknown', { reason: answer.reason });
}
