import type { Selectable } from 'kysely';
import {
  type CommissionMove,
  mayMove,
  restStates,
  stateWords,
} from '#contract/shop/commission-states.ts';
import type { WantedKind } from '#contract/shop/custom-request.ts';
import { dayAfter } from '#contract/shop/licence-year.ts';
import { renewYearly } from '../licences/years.ts';
import type { Change } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Env } from '../platform/env.ts';
import { presentUntil } from './assert-year.ts';
import { releaseFiles } from './paying-orders.ts';
import { latestQuote, yearOf } from './quotes.ts';
import { transition } from './transition.ts';

/** What an order pays for. */
type PayingOrder = Pick<
  Selectable<Tables['orders']>,
  'id' | 'commissionId' | 'quoteVersion' | 'quotePart'
>;

/**
 * Why money for an order can't be taken for its custom request, in words for the studio; null if it can, and for every
 * other order. A quote that has expired since the payment began doesn't count, but a yearly licence that has changed does.
 */
export async function reasonNotToPay(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  order: PayingOrder,
): Promise<string | null> {
  const { tx: reader } = change;
  const { commissionId: requestId, quoteVersion, quotePart } = order;
  if (requestId === null) return null;
  const request = await stateOf(reader, requestId);
  if (!request) return 'the custom request was deleted';
  const isRest = quotePart === 'rest';
  const mayPay = isRest
    ? restStates.includes(request.state)
    : mayMove(request.state, payMove(request), 'buyer');
  if (!mayPay) return `the custom request’s state is “${stateWords[request.state]}”`;
  const quote = await latestQuote(reader, requestId);
  if (quote?.version !== quoteVersion) return 'another quote has been sent for the custom request';
  const others = await reader
    .selectFrom('orders')
    .select(['id', 'quotePart', 'state', 'capturedAmount', 'totalPrice'])
    .where('commissionId', '=', requestId)
    .where('state', 'in', ['capturing', 'review', 'paid'])
    .where('id', '!=', order.id)
    .execute();
  const same = others.find((other) => (other.quotePart === 'rest') === isRest);
  if (same) return 'there is another payment for the same';
  const year = yearOf(quote);
  if (year && request.accountId !== null) {
    const until = await presentUntil(change, env, request.accountId);
    if (until !== null && dayAfter(until) !== year.startsOn) {
      return 'the buyer’s yearly licence has changed since the quote';
    }
  }
  if (!isRest) return null;
  if (request.state === 'accepted' && !(await hasFiles(reader, requestId))) {
    return 'the accepted design has no files';
  }
  const deposit = others.find((other) => other.quotePart === 'deposit' && other.state === 'paid');
  if (!deposit) return 'the deposit isn’t paid';
  if (await isRefunded(reader, deposit)) return 'the deposit is being refunded';
  return (await isRevoked(reader, deposit)) ? 'the licence of the deposit was revoked' : null;
}

async function hasFiles(reader: Reader, requestId: string): Promise<boolean> {
  const file = await reader
    .selectFrom('productFiles')
    .innerJoin('products', 'products.id', 'productFiles.productId')
    .select('productFiles.id')
    .where('products.commissionId', '=', requestId)
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}

/** Whether all of an order's money was returned, or some of it is about to be. */
async function isRefunded(reader: Reader, order: TakenOrder): Promise<boolean> {
  if ((await centsLeft(reader, order)) <= 0) return true;
  const request = await reader
    .selectFrom('refundRequests')
    .select('id')
    .where('orderId', '=', order.id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return request !== undefined;
}

/** Whether the licence that came with an order was revoked, so that its files can't be downloaded. */
async function isRevoked(reader: Reader, { id }: TakenOrder): Promise<boolean> {
  const item = await reader
    .selectFrom('orderItems')
    .select('id')
    .where('orderId', '=', id)
    .where('revokedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}

function payMove({ wants }: { readonly wants: WantedKind }): CommissionMove {
  return wants === 'yearly_licence' ? 'payLicence' : 'pay';
}

/**
 * Does what follows once an order is paid: the request moves, or after the rest its files are released. A yearly licence
 * is recorded.
 */
export async function takePayment(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  order: PayingOrder,
): Promise<void> {
  const { commissionId: requestId, quotePart } = order;
  if (requestId === null) return;
  const request = await stateOf(change.tx, requestId);
  if (request && quotePart !== 'rest') {
    await transition(change, requestId, payMove(request), 'buyer');
    await renewIfYearly(change, env, request);
  } else if (request?.state === 'accepted') {
    await releaseFiles(change, requestId);
  }
}

/**
 * Moves a request to `refunded` once all its money was returned. One that is accepted stays so, but with either part its
 * licence ends.
 */
export async function takeRefund(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  requestId: string | null,
): Promise<void> {
  if (requestId === null) return;
  const { tx, now } = change;
  const request = await stateOf(tx, requestId);
  if (!request) return;
  const taken = await tx
    .selectFrom('orders')
    .select(['id', 'state', 'capturedAmount', 'totalPrice'])
    .where('commissionId', '=', requestId)
    .where('state', 'in', ['paid', 'review'])
    .execute();
  const returned = new Set<TakenOrder>();
  for (const order of taken) if ((await centsLeft(tx, order)) <= 0) returned.add(order);
  if (mayMove(request.state, 'refund', 'shop')) {
    if (returned.size === taken.length) await transition(change, requestId, 'refund', 'shop');
    return;
  }
  // What is in review has paid for nothing yet.
  if (!taken.some((order) => order.state === 'paid' && returned.has(order))) return;
  await tx
    .updateTable('orderItems')
    .set({ revokedAt: now.toISOString() })
    .where(
      'orderId',
      'in',
      taken.map(({ id }) => id),
    )
    .where('revokedAt', 'is', null)
    .execute();
  if (request.wants !== 'yearly_licence') return;
  if (request.state === 'accepted') await transition(change, requestId, 'endLicence', 'shop');
  await renewIfYearly(change, env, request);
}

async function renewIfYearly(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  { wants, accountId }: { readonly wants: WantedKind; readonly accountId: string | null },
): Promise<void> {
  if (wants === 'yearly_licence' && accountId !== null) await renewYearly(change, env, accountId);
}

type TakenOrder = Pick<Selectable<Tables['orders']>, 'id' | 'capturedAmount' | 'totalPrice'>;

/** What is left of an order's payment, or of its price if the amount isn't known. */
async function centsLeft(
  reader: Reader,
  { id, capturedAmount, totalPrice }: TakenOrder,
): Promise<number> {
  const refunds = await reader
    .selectFrom('refunds')
    .select('amount')
    .where('orderId', '=', id)
    .where('kind', '=', 'refund')
    .execute();
  return refunds.reduce((left, { amount }) => left - amount, capturedAmount ?? totalPrice);
}

function stateOf(reader: Reader, requestId: string) {
  return reader
    .selectFrom('customRequests')
    .select(['state', 'wants', 'accountId'])
    .where('id', '=', requestId)
    .executeTakeFirst();
}
