import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openPaypal } from '#server/orders/payments/paypal.ts';
import type { Fetch } from '#server/orders/payments/paypal-connection.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openServer } from '#server/platform/http/open-server.ts';
import { requestIdInLog, withRequestIds } from '#server/platform/http/request-id.ts';
import { paypalOptions } from '#tests/support/paypal-options.ts';

/** What the log says at its usual level of calls to the payment provider. */

const order = { id: 'P-1', status: 'COMPLETED', purchase_units: [] };
const path = '/v2/checkout/orders/P-1';

function loggingPaypal() {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { base: null, timestamp: false, ...requestIdInLog },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  const fetch: Fetch = async (url) =>
    url.endsWith('/token')
      ? Response.json({ access_token: 'token-of-ours', expires_in: 3600 })
      : Response.json(order, { status: 201, headers: { 'PayPal-Debug-Id': 'debug-1' } });
  const gateway = openPaypal({
    ...paypalOptions,
    clock: () => new Date('2026-03-01T09:00:00.000Z'),
    fetch,
    log,
  });
  return { gateway, lines };
}

test('a captured payment leaves a line with the ids of both requests, and without secrets', async () => {
  const { gateway, lines } = loggingPaypal();
  const app = new Hono();
  app.post('/', async (context) => {
    await gateway.captureOrder('P-1', 'capture-1');
    return context.text('');
  });
  const { server } = openServer(withRequestIds(app, parseEnv({})), '127.0.0.1');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());

  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}`, { method: 'POST' });

  expect(lines).toEqual([
    {
      level: pino.levels.values.info,
      requestId: headers.get('x-request-id'),
      method: 'POST',
      path: `${path}/capture`,
      status: 201,
      debugId: 'debug-1',
      paypalRequestId: 'capture-1',
      msg: 'the payment provider answered',
    },
  ]);
});

test('a call that changes nothing leaves no line', async () => {
  const { gateway, lines } = loggingPaypal();

  await gateway.getOrder('P-1');

  expect(lines).toEqual([]);
});
