import type { Hono } from 'hono';
import { callPath } from '#contract/calls.ts';
import { limits } from '#contract/limits.ts';
import { clientAddress } from '../http/client-address.ts';
import { spend } from '../http/limit.ts';
import { Problem } from '../http/problem.ts';
import { limitedText } from '../http/serve.ts';
import type { Services } from '../services.ts';
import type { ProviderNotice } from './gateway.ts';
import { practicePath } from './open-gateway.ts';
import { readOrderRow } from './order-state.ts';
import { recordDispute, recordRefund } from './refund.ts';
import { settle } from './settle.ts';

/** Verifying asks the provider, so strangers may not make us ask without end. */
const noticeLimit = { count: 120, windowMs: 60_000 };

/** The provider's notices, and the stand-in where the shop practises. */
export function paymentRoutes(app: Hono, services: Services): void {
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
 * A notice only says where to look: what is true is asked of the provider, so repeated, late and
 * reordered notices change nothing. What isn't ours is let be.
 */
async function takeIn(services: Services, notice: ProviderNotice): Promise<void> {
  const order = await orderOf(services, notice);
  if (!order?.providerOrderId) return;
  if (notice.type.startsWith('PAYMENT.CAPTURE.')) {
    const answer = await services.gateway.getOrder(order.providerOrderId);
    // The provider sends a notice again when it gets no 2xx.
    if (answer.kind === 'unknown') throw unavailable();
    if (answer.kind === 'ok' && answer.value.captures.length > 0) {
      await settle(services, order.id, answer.value, 'webhook');
    }
  }
  const { refund, dispute } = notice;
  if (!refund && !dispute) return;
  await services.database.write(async (tx) => {
    const now = services.clock();
    const current = await readOrderRow(tx, order.id);
    if (current?.state !== 'paid') return;
    if (refund) await recordRefund(tx, services.env, now, current, refund);
    if (dispute) await recordDispute(tx, now, current, dispute);
  });
}

async function orderOf(services: Services, notice: ProviderNotice) {
  const { providerOrderId, captureId } = notice;
  if (providerOrderId === null && captureId === null) return undefined;
  return services.database.read
    .selectFrom('orders')
    .select(['id', 'providerOrderId'])
    .where((where) =>
      where.or([
        where('providerOrderId', '=', providerOrderId),
        where('providerCaptureId', '=', captureId),
      ]),
    )
    .executeTakeFirst();
}

function unavailable(): Problem {
  return new Problem('UNAVAILABLE', 'The notice could not be checked now. Please send it again.', {
    retryAfter: 60,
  });
}
