import { messages } from '#contract/messages/messages.ts';
import { type CommissionState, mayMove } from '#contract/shop/commission-states.ts';
import { quotedName } from '#contract/shop/exclusive.ts';
import {
  dayAfter,
  type LicenceYear,
  yearlyMessages,
  yearName,
} from '#contract/shop/licence-year.ts';
import type { QuotedPayment } from '#contract/shop/order.ts';
import { quoteMessages } from '#contract/shop/quote.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { presentUntil } from '../commissions/assert-year.ts';
import { designOf } from '../commissions/commission-design.ts';
import { latestQuote, type QuoteRow, quoteToAccept, yearOf } from '../commissions/quotes.ts';
import { reasonNotToPay } from '../commissions/take-payment.ts';
import { recordYear } from '../licences/years.ts';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { Env } from '../platform/env.ts';
import { Problem } from '../platform/http/problem.ts';
import { readToday } from '../platform/settings/settings.ts';
import { isApproved, notApproved, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { type OrderRow, reusableMs } from './payments/order-state.ts';
import { addPaymentEvent } from './payments/payment-events.ts';
import { leftOfPayment } from './payments/refund.ts';
import {
  type CheckoutBody,
  customerOf,
  type ItemValues,
  replaceOrder,
  storeOrder,
  takeUpOrder,
} from './store-order.ts';
import { changedText, readTexts } from './texts-as-shown.ts';

/**
 * Makes the order that pays for a custom request, or for one of two parts of its price, in one transaction. The price is
 * the quote's. The same payment gets the same unpaid order again, and the paid one once it is paid.
 * @throws NOT_APPROVED; NOT_FOUND unless the request is the account's; PRICE_CHANGED if the buyer saw another quote, or
 * other texts; CONFLICT if the quote has expired or this part can't be paid now; PAYMENT_PENDING; PAYMENT_IN_REVIEW
 */
export async function draftQuotedOrder(
  change: Change,
  settings: Pick<Env, 'payments' | 'timeZone'>,
  account: SignedIn,
  { quoted, ...body }: CheckoutBody & { readonly quoted: QuotedPayment },
): Promise<OrderRow> {
  const { tx, now } = change;
  if (!(await isApproved(tx, account.id))) throw notApproved();
  const { state, wants } = await ownRequest(tx, account.id, quoted.requestId);
  const earlier = await ordersFor(tx, quoted);
  const paid = earlier.find((order) => order.state === 'paid' && isFor(order, quoted));
  if (paid) {
    if ((await leftOfPayment(tx, paid)) === 'nothing') throw notDue();
    return paid;
  }
  if (earlier.some((order) => order.state === 'review')) {
    throw new Problem('PAYMENT_IN_REVIEW', messages.checkout.inReview);
  }
  if (earlier.some((order) => order.state === 'capturing')) {
    throw new Problem('PAYMENT_PENDING', messages.checkout.pending);
  }
  const quote = await payableQuote(change, settings, state, quoted);
  const total = centsOf(quote, quoted.part);
  const year = yearOf(quote);
  // The version before quotes nothing but designs.
  if ((wants === 'yearly_licence') !== (year !== null)) throw notDue();
  if (year) await assertYearAhead(change, settings, account.id, year);
  const texts = await readTexts(tx, account.licenseType);
  const changed = changedText(texts, body);
  if (changed !== null) throw new Problem('PRICE_CHANGED', changed);

  const customer = customerOf(account, body);
  const { licence } = texts;
  const item = {
    licenseType: account.licenseType,
    licenceTextVersion: licence.version,
    licenceItems: licence.items,
  };
  const [open] = earlier.filter((order) => order.state !== 'paid');
  if (open && isFor(open, quoted) && (await isReusable(tx, now, open, total, item))) {
    return takeUpOrder(change, open, customer);
  }
  if (open) await replaceOrder(change, open);
  const { id: productId, title } = await designOf(change, quoted.requestId);
  const order = {
    accountId: account.id,
    state: 'provider_creating' as const,
    totalPrice: total,
    totalDiscount: 0,
    couponCode: null,
    couponDiscount: 0,
    ...customer,
    commissionId: quoted.requestId,
    quoteVersion: quote.version,
    quotePart: quoted.part,
  };
  const productName = year ? yearName(year) : quotedName(title, quote.designType);
  const row = await storeOrder(change, settings, order, [
    {
      position: 0,
      productId,
      productName,
      imageUrl: '',
      price: total,
      discountedPrice: null,
      ...item,
    },
  ]);
  if (year) await recordYear(tx, row.id, year);
  await addPaymentEvent(change, row.id, 'creating');
  return row;
}

async function ownRequest(tx: Transaction, accountId: string, requestId: string) {
  const request = await tx
    .selectFrom('customRequests')
    .select(['state', 'wants'])
    .where('id', '=', requestId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!request) throw new Problem('NOT_FOUND', commissionMessages.gone);
  return request;
}

/** Orders for the request's first payment, or for its rest, that money was or may be taken for. */
function ordersFor(tx: Transaction, { requestId, part }: QuotedPayment): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('commissionId', '=', requestId)
    .where('quotePart', part === 'rest' ? '=' : '!=', 'rest')
    .where('state', '!=', 'void')
    .execute();
}

function isFor(order: OrderRow, { part, quoteVersion }: QuotedPayment): boolean {
  return order.quotePart === part && order.quoteVersion === quoteVersion;
}

async function payableQuote(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  state: CommissionState,
  { requestId, part, quoteVersion }: QuotedPayment,
): Promise<QuoteRow> {
  const { tx } = change;
  if (part !== 'rest') {
    if (!mayMove(state, 'pay', 'buyer')) throw notDue();
    const quote = await quoteToAccept(change, requestId, quoteVersion);
    if ((quote.deposit === null) !== (part === 'whole')) throw notDue();
    return quote;
  }
  const quote = await latestQuote(tx, requestId);
  if (quote?.version !== quoteVersion) throw new Problem('PRICE_CHANGED', quoteMessages.replaced);
  if (quote.deposit === null) throw notDue();
  const order = { id: '', commissionId: requestId, quoteVersion, quotePart: part };
  if ((await reasonNotToPay(change, env, order)) !== null) throw notDue();
  return quote;
}

/** @throws CONFLICT if the year is over, or another yearly licence reaches into it */
async function assertYearAhead(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  accountId: string,
  { startsOn, endsOn }: LicenceYear,
): Promise<void> {
  const today = await readToday(change.tx, env, change.now);
  if (endsOn < today) throw new Problem('CONFLICT', yearlyMessages.over);
  const until = await presentUntil(change, env, accountId);
  if (until !== null && dayAfter(until) !== startsOn) {
    throw new Problem('CONFLICT', yearlyMessages.changed);
  }
}

function notDue(): Problem {
  return new Problem('CONFLICT', quoteMessages.notDue);
}

function centsOf({ price, deposit }: QuoteRow, part: QuotedPayment['part']): number {
  if (part === 'whole') return price;
  return part === 'deposit' ? (deposit ?? price) : price - (deposit ?? 0);
}

/** Whether an open order is under the same texts, is recent enough for the provider to still have it, and wasn't declined. */
async function isReusable(
  tx: Transaction,
  now: Date,
  order: OrderRow,
  total: number,
  wanted: Pick<ItemValues, 'licenseType' | 'licenceTextVersion'>,
): Promise<boolean> {
  if (now.getTime() - Date.parse(order.createdAt) > reusableMs) return false;
  if (order.declinedAt !== null || order.totalPrice !== total) return false;
  const item = await tx
    .selectFrom('orderItems')
    .select(['licenseType', 'licenceTextVersion'])
    .where('orderId', '=', order.id)
    .executeTakeFirst();
  return (
    item?.licenseType === wanted.licenseType &&
    item.licenceTextVersion === wanted.licenceTextVersion
  );
}
