import type { Hono } from 'hono';
import { fromWire } from '#contract/wire/money.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import { spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { closeOverdueRefund } from './close-refund.ts';
import {
  assertNotOnePart,
  commissionPayments,
  requestCommissionRefund,
} from './commission-payments.ts';
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
  const { database, env } = services;

  serveStudio(app, services, 'orders', ({ query }) => orderPage(database.read, query));

  serveStudio(app, services, 'order', ({ params }) => orderDetails(database.read, params.orderId));

  serveStudio(app, services, 'refundOrder', async ({ account, params, body }) => {
    const request = await makeAuditedChange(services, account.id, async (change) => {
      await assertNotOnePart(change.tx, params.orderId);
      return requestRefund(change, {
        orderId: params.orderId,
        itemId: body.itemId,
        expected: fromWire(body.amount),
      });
    });
    const outcome = await sendRefund(services, request);
    if (outcome.kind === 'refused') throw new Problem('CONFLICT', refusalText(outcome.issue));
    return orderDetails(database.read, params.orderId);
  });

  serveStudio(app, services, 'commissionPayments', ({ params }) =>
    commissionPayments(database.read, params.id),
  );

  serveStudio(app, services, 'refundCommission', async ({ account, params, body }) => {
    const requests = await makeAuditedChange(services, account.id, (change) =>
      requestCommissionRefund(change, params.id, fromWire(body.amount)),
    );
    const outcomes = await Promise.all(requests.map((request) => sendRefund(services, request)));
    const refused = outcomes.find((outcome) => outcome.kind === 'refused');
    if (refused) throw new Problem('CONFLICT', refusalText(refused.issue));
    return commissionPayments(database.read, params.id);
  });

  serveStudio(app, services, 'closeRefund', async ({ account, params: { orderId } }) => {
    await makeAuditedChange(services, account.id, (change) => closeOverdueRefund(change, orderId));
    return orderDetails(database.read, orderId);
  });

  serveStudio(app, services, 'endReview', async ({ account, params, body }) => {
    if (body.decision === 'grant') await refreshReview(services, params.orderId);
    await makeAuditedChange(services, account.id, (change) =>
      decideReview(change, env, params.orderId, body.decision),
    );
    return orderDetails(database.read, params.orderId);
  });

  serveStudio(app, services, 'revokeItem', async ({ account, params, body }) => {
    await makeAuditedChange(services, account.id, (change) =>
      revokeItem(change, env, params, body.isRevoked),
    );
    return orderDetails(database.read, params.orderId);
  });

  serveStudio(app, services, 'resendReceipt', async ({ account, params: { orderId } }) => {
    await spend(services, `receipt:${orderId}`, receiptLimit);
    await makeAuditedChange(services, account.id, (change) => resendReceipt(change, env, orderId));
    return { message: 'The receipt is being sent again.' };
  });
}
