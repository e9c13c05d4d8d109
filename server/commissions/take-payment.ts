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
    .select(['id', 'quotePart', 'state'])
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
  return (await isRefunded(reader, deposit.id)) ? 'the deposit is being refunded' : null;
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
async function isRefunded(reader: Reader, orderId: string): Promise<boolean> {
  if ((await centsLeft(reader, [orderId])) <= 0) return true;
  const request = await reader
    .selectFrom('refundRequests')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return request !== undefined;
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
    .select('id')
    .where('commissionId', '=', requestId)
    .where('state', 'in', ['paid', 'review'])
    .execute();
  const ids = taken.map(({ id }) => id);
  if (mayMove(request.state, 'refund', 'shop')) {
    if ((await centsLeft(tx, ids)) <= 0) await transition(change, requestId, 'refund', 'shop');
    return;
  }
  const left = await Promise.all(ids.map((id) => centsLeft(tx, [id])));
  if (!left.some((cents) => cents <= 0)) return;
  await tx
    .updateTable('orderItems')
    .set({ revokedAt: now.toISOString() })
    .where('orderId', 'in', ids)
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

/** What is left of these payments together. */
async function centsLeft(reader: Reader, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const taken = await reader
    .selectFrom('orders')
    .select('capturedAmount')
    .where('id', 'in', ids)
    .execute();
  const refunds = await reader
    .selectFrom('refunds')
    .select('amount')
    .where('orderId', 'in', ids)
    .where('kind', '=', 'refund')
    .execute();
  const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
  return taken.reduce((sum, { capturedAmount }) => sum + (capturedAmount ?? 0), -back);
}

function stateOf(reader: Reader, requestId: string) {
  return reader
    .selectFrom('customRequests')
    .select(['state', 'wants', 'accountId'])
    .where('id', '=', requestId)
    .executeTakeFirst();
}
