import { randomUUID } from 'node:crypto';
import { messages } from '#contract/messages/messages.ts';
import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { toWire } from '#contract/wire/money.ts';
import { switchCartSales } from '../lists/carts/cart-sales.ts';
import { askForNews } from '../news/consents.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { assertNotDeleted, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { draftOrder } from './draft-order.ts';
import { draftQuotedOrder } from './draft-quoted-order.ts';
import type { ProviderRefusal, ProviderResult } from './payments/gateway.ts';
import type { OrderServices } from './payments/order-services.ts';
import {
  currency,
  type OrderRow,
  pollTime,
  readOrderRow,
  recordEvent,
  reusableMs,
  transition,
} from './payments/order-state.ts';
import {
  areStopped,
  logTrouble,
  noteAccepted,
  recordTrouble,
} from './payments/payment-troubles.ts';
import { sortOf } from './payments/paypal-issues.ts';
import type { NumberSettings } from './receipts/receipt-numbers.ts';

/**
 * Handles Create Order, of the cart or for a custom request. Commits the order, with the request id for the provider, before calling the provider.
 * Called again with the same, it returns the same order; after a lost answer the provider gets the same
 * request id and so creates no second order.
 */
export async function createOrder(
  services: OrderServices,
  account: SignedIn,
  body: CallInput<'checkout'>['body'],
): Promise<CallAnswer<'checkout'>> {
  const drafted = await makeChange(services, async (change) => {
    const result = await draft(change, services, account, body);
    // Only owners can consent: news goes to their address.
    const words = account.colleagueId === null ? body.news : undefined;
    if (words !== undefined && !(result instanceof Problem)) {
      await askForNews(change, services, account.id, { place: 'checkout', words });
    }
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

async function draft(
  change: Change,
  { env }: OrderServices,
  account: SignedIn,
  body: CallInput<'checkout'>['body'],
): Promise<OrderRow | Problem> {
  await assertNotDeleted(change.tx, account);
  const { quoted } = body;
  if (quoted) return draftQuotedOrder(change, env, account, { ...body, quoted });
  // So that prices are exact even before the catalogue's own timer runs.
  const switched = await switchCartSales(change, account.id);
  const result = await draftOrder(change, env, account, body);
  await recordCatalogueChange(change, switched);
  return result;
}

/**
 * `provider_creating → provider_created`.
 * @throws PROVIDER_UNAVAILABLE; PAYMENTS_UNAVAILABLE, which keeps the order; PAYMENT_DECLINED; ORDER_VOID if a newer
 * order replaced this one
 */
async function place(services: OrderServices, order: OrderRow): Promise<OrderRow> {
  const { database, clock } = services;
  if (await areStopped(database.read, clock(), 'create')) {
    await makeChange(services, (change) => keep(change, order));
    throw unavailable();
  }
  const answer = await services.gateway.createOrder({
    reference: order.id,
    orderNumber: order.orderNumber,
    amount: { cents: order.totalPrice, currency },
    requestId: order.createRequestId,
  });
  if (answer.kind === 'unknown') {
    const { reason } = answer;
    services.log.error({ orderId: order.id, reason }, 'the provider created no order');
  } else if (answer.kind !== 'ok' && !isBuyers(answer)) {
    logTrouble(services, order.id, 'create', answer.issue);
  }
  const { taken, current } = await makeChange(services, async (change) => ({
    taken: await takeAnswer(change, services.env, order, answer),
    current: await readOrderRow(change.tx, order.id),
  }));
  if (answer.kind === 'ok') await noteAccepted(services, 'create');
  // A concurrent request may have received the answer that was lost here.
  if (current && current.providerOrderId !== null && current.state !== 'void') return current;
  if (taken === null && current?.state === 'void') {
    throw new Problem('ORDER_VOID', messages.checkout.replaced);
  }
  if (answer.kind === 'refused' || answer.kind === 'denied') {
    throw isBuyers(answer)
      ? new Problem('PAYMENT_DECLINED', messages.checkout.declined)
      : unavailable();
  }
  throw new Problem('PROVIDER_UNAVAILABLE', messages.checkout.createFailed, { retryAfter: 5 });
}

function unavailable(): Problem {
  return new Problem('PAYMENTS_UNAVAILABLE', messages.checkout.unavailable);
}

/** Whether a refused order is about its buyer: before there is a payment, everything else is about the shop. */
function isBuyers(answer: ProviderRefusal): boolean {
  return answer.kind === 'refused' && sortOf(answer.issue) === 'buyer';
}

/** Keeps an order that can't be paid now, so that its buyer gets the same one later. */
function keep({ tx, now }: Change, { id }: OrderRow): Promise<unknown> {
  return tx
    .updateTable('orders')
    .set({ nextPollAt: pollTime(now, reusableMs) })
    .where('id', '=', id)
    .where('state', '=', 'provider_creating')
    .execute();
}

/** Returns null if the order left `provider_creating` during the call to the provider. */
async function takeAnswer(
  change: Change,
  mailSettings: MailSettings & NumberSettings,
  order: OrderRow,
  answer: ProviderResult<{ readonly id: string }>,
): Promise<OrderRow | null> {
  const from = ['provider_creating'] as const;
  if (answer.kind === 'ok') {
    const set = { providerOrderId: answer.value.id };
    return transition(change, order.id, { from, to: 'provider_created', kind: 'created', set });
  }
  if (answer.kind === 'unknown') {
    return recordEvent(change, order, 'unknown', { reason: answer.reason });
  }
  const { issue } = answer;
  if (!isBuyers(answer)) await recordTrouble(change, mailSettings, 'create', issue);
  if (isBuyers(answer) || sortOf(issue) === 'number') {
    const detail = { reason: issue };
    return transition(change, order.id, { from, to: 'void', kind: 'void', detail });
  }
  // The provider would repeat its answer to the same request id.
  const set = {
    createRequestId: randomUUID(),
    nextPollAt: pollTime(change.now, reusableMs),
  };
  return transition(change, order.id, {
    from,
    to: 'provider_creating',
    kind: 'refused',
    detail: { issue },
    set,
  });
}
