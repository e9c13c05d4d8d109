import type { Hono } from 'hono';
import { limits } from '#contract/wire/limits.ts';
import { makeChange } from '../../platform/database/change.ts';
import { limitedText } from '../../platform/http/json-body.ts';
import { spend } from '../../platform/http/limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { serveShop } from '../../platform/sign-in/serve-shop.ts';
import type { ProviderNotice } from './gateway.ts';
import { practicePath } from './open-gateway.ts';
import type { OrderServices } from './order-services.ts';
import { readOrderRow } from './order-state.ts';
import { recordSales } from './record-sales.ts';
import { refreshOrder } from './refresh-order.ts';
import { recordDispute, recordRefunds } from './refund.ts';

/** Verification calls the provider, so strangers must not be able to trigger it without limit. */
const noticeLimit = { count: 120, windowMs: 60_000 };
const notedEveryMs = 3_600_000;

/** The route for the provider's webhook, and the stand-in in practice mode. */
export function paymentRoutes(app: Hono, services: OrderServices): void {
  const { gateway } = services;
  if (gateway.standIn) app.route(practicePath, gateway.standIn);

  serveShop(app, services, 'webhook', async ({ address, context: { req } }) => {
    await spend(services, `webhook:${address}`, noticeLimit);
    if (await isTestNotice(services, req.query('test'))) return { message: 'Received.' };
    const rawBody = await limitedText(req.raw, limits.jsonBytes);
    const verified = await gateway.verifyWebhook(req.raw.headers, rawBody);
    if (verified.kind !== 'ok') throw unavailable();
    if (verified.value === null) {
      throw new Problem('FORBIDDEN', 'The signature of this notice is invalid.');
    }
    await noteNotice(services);
    await takeIn(services, verified.value);
    return { message: 'Received.' };
  });
}

/** Notes a notice that the health check asked for, by the secret in its address: examples have no valid signature. */
async function isTestNotice(services: OrderServices, secret: string | undefined): Promise<boolean> {
  if (secret === undefined) return false;
  const { value } = await readSetting(services.database.read, 'testNotice');
  if (value?.secret !== secret) return false;
  if (value.arrivedAt !== null) return true;
  await makeChange(services, (change) =>
    writeSetting(change, 'testNotice', { secret, arrivedAt: change.now.toISOString() }),
  );
  return true;
}

/** Stores that notices arrive, for the health check; at most once an hour, so that it rarely writes. */
async function noteNotice(services: OrderServices): Promise<void> {
  const { value } = await readSetting(services.database.read, 'webhookSeenAt');
  const now = services.clock();
  if (value !== null && now.getTime() - Date.parse(value) < notedEveryMs) return;
  await makeChange(services, (change) => writeSetting(change, 'webhookSeenAt', now.toISOString()));
}

/**
 * Refunds and disputes are recorded as the signed notice has them, in any state of the order and even if the
 * provider can't be reached. For the payment itself, the notice only triggers a poll of the provider. So
 * repeated, late and reordered notices change nothing. A notice that belongs to no order of this shop is
 * ignored.
 */
async function takeIn(services: OrderServices, notice: ProviderNotice): Promise<void> {
  const { env } = services;
  const order = await orderOf(services, notice);
  if (!order) return;
  const { refund, dispute } = notice;
  await makeChange(services, async (change) => {
    const { tx } = change;
    const current = await readOrderRow(tx, order.id);
    if (!current) return;
    if (dispute) await recordDispute(change, env, current, dispute);
    const revoked = refund ? await recordRefunds(change, env, current, [refund]) : [];
    await recordSales(change, { sold: [], revoked });
  });
  if (order.providerOrderId === null || !notice.type.startsWith('PAYMENT.CAPTURE.')) return;
  const answer = await refreshOrder(services, order, 'webhook');
  // Without a 2xx, the provider sends the notice again.
  if (answer.kind === 'unknown') throw unavailable();
}

/** Finds the order by the provider's ids, or by our number, which is all there is if a capture's answer was lost. */
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
  return new Problem('UNAVAILABLE', 'The notice couldn’t be verified now. Please send it again.', {
    retryAfter: 60,
  });
}
