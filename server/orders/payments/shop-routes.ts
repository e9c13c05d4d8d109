import type { Hono } from 'hono';
import { callPath } from '#contract/shop/calls.ts';
import { limits } from '#contract/wire/limits.ts';
import { limitedText } from '../../platform/calls/serve.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { spend } from '../../platform/http/limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ProviderNotice } from './gateway.ts';
import { practicePath } from './open-gateway.ts';
import type { OrderServices } from './order-services.ts';
import { readOrderRow } from './order-state.ts';
import { refreshOrder } from './refresh-order.ts';
import { recordDispute, recordRefund } from './refund.ts';

/** Verifying asks the provider, so strangers may not make us ask without end. */
const noticeLimit = { count: 120, windowMs: 60_000 };

/** The provider's notices, and the stand-in where the shop practises. */
export function paymentRoutes(app: Hono, services: OrderServices): void {
  const { gateway } = services;
  if (gateway.standIn) app.route(practicePath, gateway.standIn);

  app.post(callPath('webhook'), async (context) => {
    await spend(services, `webhook:${clientAddress(services, context)}`, noticeLimit);
    const rawBody = await limitedText(context.req.raw, limits.jsonBytes);
    const verified = await gateway.verifyWebhook(context.req.raw.headers, rawBody);
    if (verified.kind !== 'ok') throw unavailable();
    if (verified.value === null) {
      throw new Problem('FORBIDDEN', 'The signature of this notice does not hold.');
    }
    await takeIn(services, verified.value);
    return context.json({ message: 'Taken in.' }, 200, { 'Cache-Control': 'no-store' });
  });
}

/**
 * Refunds and disputes are written down as the signed notice has them, in whatever state the order
 * is and whether or not the provider can be asked. For the payment a notice only says where to look:
 * what is true is asked of the provider. So repeated, late and reordered notices change nothing.
 * A notice about something that isn't an order of this shop is ignored.
 */
async function takeIn(services: OrderServices, notice: ProviderNotice): Promise<void> {
  const { database, env, clock } = services;
  const order = await orderOf(services, notice);
  if (!order) return;
  const { refund, dispute } = notice;
  await database.write(async (tx) => {
    const current = await readOrderRow(tx, order.id);
    if (!current) return;
    if (refund) await recordRefund(tx, env, clock(), current, refund);
    if (dispute) await recordDispute(tx, env, clock(), current, dispute);
  });
  if (order.providerOrderId === null || !notice.type.startsWith('PAYMENT.CAPTURE.')) return;
  const answer = await refreshOrder(services, order, 'webhook');
  // The provider sends a notice again when it gets no 2xx.
  if (answer.kind === 'unknown') throw unavailable();
}

/** The provider's own ids come first; our number is all there is where a capture's answer was lost. */
async function orderOf(services: OrderServices, notice: ProviderNotice) {
  const { providerOrderId, captureId, orderNumber } = notice;
  return services.database.read
    .selectFrom('orders')
    .select(['id', 'providerOrderId'])
    .where((where) =>
      where.or([
        where('providerOrderId', '=', providerOrderId),
        where('providerCaptureId', '=', captureId),
        where('orderNumber', '=', orderNumber),
      ]),
    )
    .orderBy((by) => by('orderNumber', '=', orderNumber))
    .executeTakeFirst();
}

function unavailable(): Problem {
  return new Problem('UNAVAILABLE', 'The notice could not be checked now. Please send it again.', {
    retryAfter: 60,
  });
}
