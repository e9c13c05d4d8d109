import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { CallInput } from '#contract/shop/calls.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Env } from '../platform/env.ts';
import type { Person } from '../platform/sign-in/person.ts';
import { newOrderNumber } from './order-number.ts';
import { type OrderRow, pollMs, pollTime, transition } from './payments/order-state.ts';

export type CheckoutBody = CallInput<'checkout'>['body'];

/** The columns of an order that are the same for every purchase. */
type Common =
  | 'id'
  | 'orderNumber'
  | 'createdAt'
  | 'updatedAt'
  | 'createRequestId'
  | 'paymentMethod'
  | 'isPractice'
  | 'nextPollAt';
export type OrderValues = Omit<Insertable<Tables['orders']>, Common>;
export type ItemValues = Omit<Insertable<Tables['orderItems']>, 'id' | 'orderId'>;

/** What an order keeps of who ordered it and of the checkout form. */
export function customerOf(
  { colleagueId }: Person,
  { customerDetails, acceptedTermsVersion = '' }: CheckoutBody,
) {
  return {
    colleagueId,
    customerName: customerDetails.name,
    customerEmail: customerDetails.email,
    customerCountry: customerDetails.country,
    customerCity: customerDetails.city,
    acceptedTermsVersion,
  };
}

/** Stores a new order with its items. One without a provider is free. */
export async function storeOrder(
  { tx, now }: Change,
  { payments }: Pick<Env, 'payments'>,
  order: OrderValues,
  items: readonly ItemValues[],
): Promise<OrderRow> {
  const row = await tx
    .insertInto('orders')
    .values({
      id: newId(now),
      orderNumber: await newOrderNumber(tx),
      ...order,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      createRequestId: randomUUID(),
      isPractice: payments.mode === 'live' ? 0 : 1,
      paymentMethod: order.state === 'draft' ? 'Free' : 'PayPal',
      nextPollAt: pollTime(now, pollMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('orderItems')
    .values(items.map((item) => ({ id: newId(now), orderId: row.id, ...item })))
    .execute();
  return row;
}

/** Makes an earlier unpaid order void. It is never captured afterwards, even if the buyer approves it. */
export async function replaceOrder(change: Change, order: OrderRow): Promise<void> {
  await transition(change, order.id, {
    from: ['provider_creating', 'provider_created'],
    to: 'void',
    kind: 'void',
    detail: { reason: 'replaced by a newer order' },
  });
}

/** Reuses an unpaid order with the customer details given now, and sets its next poll to a minute from now. */
export function takeUpOrder(
  { tx, now }: Change,
  order: OrderRow,
  customer: ReturnType<typeof customerOf>,
): Promise<OrderRow> {
  return tx
    .updateTable('orders')
    .set({ ...customer, updatedAt: now.toISOString(), nextPollAt: pollTime(now, pollMs) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
