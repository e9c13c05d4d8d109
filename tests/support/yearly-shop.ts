import { yearFrom } from '#contract/shop/licence-year.ts';
import type { QuoteOffer } from '#contract/shop/quote.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { call, callRefused } from './call.ts';
import { customer, openPaymentShop } from './payment-shop.ts';
import { callStudio, studioRefused } from './studio-call.ts';
import { joinStudio } from './studio-person.ts';

const day = 86_400_000;

/** What the buyer asks for one with. */
export const yearlyBody = { description: 'Bags from my cloth, about 900 a year.' };

/** A shop whose approved buyer can ask for a yearly licence, and whose studio can quote one. */
export async function openYearlyShop() {
  const shop = await openPaymentShop();
  const { app, services, buyer } = shop;
  const { token } = buyer;
  const { cookie } = await joinStudio(app, services);
  const inDays = (days: number) => utcDay(new Date(services.clock().getTime() + days * day));
  const year = (startsOn: string, replaces = 0): QuoteOffer => ({
    price: 300,
    deposit: null,
    included: 'All your designs.',
    designType: 'Non-Exclusive',
    rounds: 0,
    days: 1,
    validDays: 30,
    replaces,
    startsOn,
    endsOn: yearFrom(startsOn),
  });
  const ask = async () => (await call(app, 'askYearlyLicence', { body: yearlyBody, token })).answer;
  const quote = (id: string, offer: QuoteOffer) =>
    callStudio(app, 'quoteRequest', { cookie, params: { id }, body: offer });
  const quoteRefused = async (id: string, offer: QuoteOffer) =>
    (await studioRefused(app, 'quoteRequest', { cookie, params: { id }, body: offer })).problem;
  const quoted = (requestId: string, quoteVersion = 1) => ({
    quoted: { requestId, part: 'whole' as const, quoteVersion },
  });
  return {
    ...{ shop, app, services, token, cookie, inDays, year, ask, quote, quoteRefused },
    async pay(requestId: string, quoteVersion = 1) {
      const order = await shop.checkout(quoted(requestId, quoteVersion));
      await shop.approve(order.paypalOrderId);
      await shop.capture(order.orderId);
      return order;
    },
    async payRefused(requestId: string) {
      const order = { customerDetails: customer, ...quoted(requestId) };
      return (await callRefused(app, 'checkout', { body: order, token })).problem;
    },
    /** A request that is asked for, quoted and paid. */
    async buy(startsOn: string) {
      const { requestId } = await ask();
      await quote(requestId, year(startsOn));
      return { requestId, ...(await this.pay(requestId)) };
    },
    seen: async () => (await call(app, 'me', { token })).answer.user.yearlyLicence ?? null,
    request: async (id: string) =>
      (await call(app, 'ownRequest', { params: { id }, token })).answer,
    refund: (orderId: string, amount: number) =>
      callStudio(app, 'refundOrder', {
        cookie,
        params: { orderId },
        body: { itemId: null, amount },
      }),
    set: (from: string | null, endsOn: string | null) => {
      const params = { buyerId: buyer.id };
      return callStudio(app, 'setYearlyLicence', { cookie, params, body: { from, endsOn } });
    },
    setRefused: async (from: string | null, endsOn: string | null) => {
      const params = { buyerId: buyer.id };
      return (
        await studioRefused(app, 'setYearlyLicence', { cookie, params, body: { from, endsOn } })
      ).problem;
    },
  };
}
