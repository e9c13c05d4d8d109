import type { Hono } from 'hono';
import { fromWire } from '#contract/wire/money.ts';
import { spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { closeOverdueRefund } from './close-refund.ts';
import { decideReview } from './decide-review.ts';
import { orderPage } from './list-orders.ts';
import { orderDetails } from './order-details.ts';
import type { OrderServices } from './payments/order-services.ts';
import { requestRefund } from './payments/request-refund.ts';
import { sendRefund } from './payments/send-refund.ts';
import { refreshReview } from './refresh-review.ts';
import { refusalText } from './refusal-text.ts';
import { resendReceipt } from './resend-receipt.ts';
import { revokeItem } from './revoke-item.ts';

/** Per order, so that repeated clicks don't flood a mailbox. */
const receiptLimit = { count: 5, windowMs: 3_600_000 };

/** The studio's routes for orders: find, view, refund, revoke and review. */
export function studioOrderRoutes(app: Hono, services: OrderServices): void {
  const { database, env, clock } = services;

  serveStudio(app, services, 'orders', ({ query }) => orderPage(database.read, query));

  serveStudio(app, services, 'order', ({ params }) => orderDetails(database.read, params.orderId));

  serveStudio(app, services, 'refundOrder', async ({ account, params, body }) => {
    const request = await database.write((tx) =>
      requestRefund(tx, clock(), {
        orderId: params.orderId,
        itemId: body.itemId,
        expected: fromWire(body.amount),
        actorId: account.id,
      }),
    );
    const outcome = await sendRefund(services, request);
    if (outcome.kind === 'refused') throw new Problem('CONFLICT', refusalText(outcome.issue));
    return orderDetails(database.read, params.orderId);
  });

  serveStudio(app, services, 'closeRefund', async ({ account, params: { orderId } }) => {
    await database.write((tx) => closeOverdueRefund(tx, clock(), orderId, account.id));
    return orderDetails(database.read, orderId);
  });

  serveStudio(app, services, 'endReview', async ({ account, params, body }) => {
    const decision = { decision: body.decision, actorId: account.id };
    if (body.decision === 'grant') await refreshReview(services, params.orderId);
    await database.write((tx) => decideReview(tx, env, clock(), params.orderId, decision));
    return orderDetails(database.read, params.orderId);
  });

  serveStudio(app, services, 'revokeItem', async ({ account, params, body }) => {
    const wanted = { isRevoked: body.isRevoked, actorId: account.id };
    await database.write((tx) => revokeItem(tx, clock(), params, wanted));
    return orderDetails(database.read, params.orderId);
  });

  serveStudio(app, services, 'resendReceipt', async ({ account, params: { orderId } }) => {
    await spend(services, `receipt:${orderId}`, receiptLimit);
    await database.write((tx) => resendReceipt(tx, env, clock(), orderId, account.id));
    return { message: 'The receipt is being sent again.' };
  });
}
