import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { quoteMessages } from '#contract/shop/quote.ts';
import type { ProblemCode } from '#contract/wire/problem.ts';
import { makeChange } from '../platform/database/change.ts';
import { answerInTime } from '../platform/http/answer-in-time.ts';
import { spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { createOrder } from './create-order.ts';
import { countSold } from './licence-counts.ts';
import { capturePayment } from './payments/capture.ts';
import type { OrderServices } from './payments/order-services.ts';
import type { Outcome } from './payments/settle.ts';
import { orderOfAccount, ordersOfAccount } from './queries.ts';
import { changeReceipt } from './receipts/receipt-versions.ts';

/** Per account: more than any buyer needs, few enough for the provider. */
const checkoutLimit = { count: 60, windowMs: 600_000 };
const captureLimit = { count: 200, windowMs: 600_000 };
const receiptLimit = { count: 30, windowMs: 600_000 };

/** The problem answered for each outcome of a capture other than `paid`. */
const refusals: Readonly<Record<Exclude<Outcome, 'paid'>, readonly [ProblemCode, string]>> = {
  declined: ['PAYMENT_DECLINED', messages.checkout.declined],
  unavailable: ['PAYMENTS_UNAVAILABLE', messages.checkout.unavailable],
  other_way: ['PAYMENT_DECLINED', messages.checkout.otherWay],
  create_again: ['ORDER_VOID', messages.checkout.createAgain],
  not_approved: ['PAYMENT_NOT_APPROVED', messages.checkout.notApproved],
  pending: ['PAYMENT_PENDING', messages.checkout.pending],
  review: ['PAYMENT_IN_REVIEW', messages.checkout.inReview],
  void: ['ORDER_VOID', messages.checkout.replaced],
  unknown: ['PROVIDER_UNAVAILABLE', messages.checkout.captureUnknown],
};

/** The routes for Create Order, capture, the buyer's orders and what they count for their licences. */
export function orderRoutes(app: Hono, services: OrderServices): void {
  const { read } = services.database;

  serveShop(app, services, 'checkout', async ({ account, body }) => {
    await spend(services, `checkout:${account.id}`, checkoutLimit);
    try {
      return await createOrder(services, account, body);
    } catch (error) {
      // A refused buyer reloads, and must then see what just took effect, possibly in another process.
      if (error instanceof Problem && error.code === 'PRICE_CHANGED') {
        await services.catalogue.refresh();
      }
      throw error;
    }
  });

  serveShop(app, services, 'capturePayment', async ({ account, body: { orderId } }) => {
    const notFound = () => new Problem('NOT_FOUND', 'This order doesn’t exist.');
    const outcome = await answerInTime<Outcome>(
      async (isLate) => {
        await spend(services, `capture:${account.id}`, captureLimit);
        if (!(await orderOfAccount(read, account.id, orderId))) throw notFound();
        return capturePayment(services, orderId, isLate);
      },
      {
        otherwise: 'unknown',
        onLateFailure: (err) =>
          services.log.error({ err, orderId }, 'a capture failed after its answer'),
      },
    );
    // Its time may be over.
    if (outcome === 'unknown') throw new Problem(...refusals.unknown);
    const order = await orderOfAccount(read, account.id, orderId);
    if (!order) throw notFound();
    if (outcome !== 'paid') {
      const [code, message] = refusals[outcome];
      const isQuoteOver = outcome === 'void' && order.commission !== undefined;
      const better = isQuoteOver
        ? quoteMessages.notDue
        : outcome === 'pending' && order.paymentNote;
      throw new Problem(code, better || message);
    }
    return order;
  });

  serveShop(app, services, 'orders', ({ account, query }) =>
    ordersOfAccount(read, account.id, services.clock(), query),
  );

  serveShop(app, services, 'changeReceipt', async ({ account, params: { orderId }, body }) => {
    await spend(services, `receipt:${account.id}`, receiptLimit);
    await makeChange(services, (change) => changeReceipt(change, orderId, account, body));
    const order = await orderOfAccount(read, account.id, orderId);
    if (!order) throw new Problem('NOT_FOUND', 'This order doesn’t exist.');
    return order;
  });

  serveShop(app, services, 'countSold', async ({ account, change, body }) => {
    const count = await countSold(change, account.id, body);
    return { version: count.entries, count };
  });
}
