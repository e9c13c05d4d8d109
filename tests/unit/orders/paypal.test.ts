import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openPaypal } from '#server/orders/payments/paypal.ts';
import type { Fetch } from '#server/orders/payments/paypal-connection.ts';
import { paypalOptions } from '#tests/support/paypal-options.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

const startsAt = '2026-03-01T09:00:00.000Z';
const options = {
  ...paypalOptions,
  clock: () => new Date(startsAt),
  log: pino({ level: 'silent' }),
};

/** A client that records its requests and answers them from `answers` by path; tokens live `tokenSeconds`. */
function client(answers: Readonly<Record<string, unknown>> = {}, tokenSeconds = 3600) {
  const sent: Sent[] = [];
  let now = Date.parse(startsAt);
  const fetch: Fetch = async (url, init) => {
    const { pathname } = new URL(url);
    sent.push({
      url,
      method: init.method ?? '',
      headers: new Headers(init.headers),
      body: String(init.body ?? ''),
    });
    if (pathname === '/v1/oauth2/token') {
      return Response.json({ access_token: `token-${sent.length}`, expires_in: tokenSeconds });
    }
    return Response.json(answers[pathname] ?? {});
  };
  const gateway = openPaypal({ ...options, fetch, clock: () => new Date(now) });
  return {
    gateway,
    sent,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}

const order = {
  id: 'P-1',
  status: 'COMPLETED',
  payment_source: { paypal: { email_address: 'someone@elsewhere.example' } },
  purchase_units: [
    {
      reference_id: 'default',
      custom_id: 'ours',
      amount: { currency_code: 'USD', value: '10.00' },
      payments: {
        captures: [
          { id: 'C-1', status: 'DECLINED', amount: { currency_code: 'USD', value: '10.00' } },
          { id: 'C-2', status: 'COMPLETED', amount: { currency_code: 'USD', value: '10.00' } },
        ],
        refunds: [
          {
            id: 'R-1',
            status: 'COMPLETED',
            custom_id: 'item',
            amount: { currency_code: 'USD', value: '4.05' },
          },
          { id: 'R-2', status: 'PENDING', amount: { currency_code: 'USD', value: '1.00' } },
        ],
      },
    },
  ],
};

describe('the PayPal client', () => {
  it('creates an order with amount, our id, our number and the request id', async () => {
    const { gateway, sent } = client({ '/v2/checkout/orders': { id: 'P-1', status: 'CREATED' } });

    const result = await gateway.createOrder({
      reference: 'ours',
      orderNumber: 'PW-222222',
      amount: { cents: 1905, currency: 'USD' },
      requestId: 'request',
    });

    const [token, create] = sent;
    expect(result).toEqual({ kind: 'ok', value: { id: 'P-1' } });
    expect(token?.headers.get('authorization')).toBe(`Basic ${btoa('id:secret')}`);
    expect(create?.url).toBe('https://api.example/v2/checkout/orders');
    expect(create?.headers.get('paypal-request-id')).toBe('request');
    expect(create?.headers.get('prefer')).toBe('return=representation');
    expect(JSON.parse(create?.body ?? '')).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: 'ours',
          invoice_id: 'PW-222222',
          amount: { currency_code: 'USD', value: '19.05' },
        },
      ],
    });
  });

  it('reads an order with its captures and refunds, in cents', async () => {
    const { gateway } = client({ '/v2/checkout/orders/P-1': order });
    const usd = (cents: number) => ({ cents, currency: 'USD' });

    expect(await gateway.getOrder('P-1')).toEqual({
      kind: 'ok',
      value: {
        id: 'P-1',
        status: 'COMPLETED',
        reference: 'ours',
        method: 'paypal',
        captures: [
          { id: 'C-1', status: 'DECLINED', amount: usd(1000) },
          { id: 'C-2', status: 'COMPLETED', amount: usd(1000) },
        ],
        refunds: [
          { id: 'R-1', status: 'COMPLETED', amount: usd(405), reference: 'item' },
          { id: 'R-2', status: 'PENDING', amount: usd(100), reference: null },
        ],
      },
    });
  });

  it('reads why captures and refunds are pending, and leaves out what can’t be a reason', async () => {
    const amount = { currency_code: 'USD', value: '10.00' };
    const pending = (status_details: unknown) => ({
      id: 'X',
      status: 'PENDING',
      amount,
      status_details,
    });
    const given = [{ reason: 'ECHECK' }, { reason: 'LATER_ADDED' }, {}, null, 'ECHECK'];
    const strange = [
      { reason: 7 },
      { reason: '' },
      { reason: '<b>no</b>' },
      { reason: 'A'.repeat(65) },
    ];
    const all = [...given, ...strange].map(pending);
    const unit = { custom_id: 'ours', payments: { captures: all, refunds: all } };
    const { gateway } = client({
      '/v2/checkout/orders/P-1': { id: 'P-1', status: 'COMPLETED', purchase_units: [unit] },
      '/v2/payments/captures/C-1/refund': pending({ reason: 'ECHECK' }),
    });

    const found = await gateway.getOrder('P-1');
    const made = await gateway.refundCapture({ captureId: 'C-1', requestId: 'again' });

    const reasons = ['ECHECK', 'LATER_ADDED', ...Array.from({ length: 7 }, () => undefined)];
    if (found.kind !== 'ok') throw new Error('the order can’t be read');
    expect(found.value.captures.map(({ reason }) => reason)).toEqual(reasons);
    expect(found.value.refunds.map(({ reason }) => reason)).toEqual(reasons);
    expect(made).toEqual({ kind: 'ok', value: { id: 'X', status: 'PENDING', reason: 'ECHECK' } });
  });

  it('keeps its token until shortly before it expires', async () => {
    const { gateway, sent, pass } = client({ '/v2/checkout/orders/P-1': order }, 600);
    const tokens = () => sent.filter(({ url }) => url.endsWith('/token')).length;

    await Promise.all([gateway.getOrder('P-1'), gateway.getOrder('P-1')]);
    pass(539);
    await gateway.getOrder('P-1');
    const before = tokens();
    pass(1);
    await gateway.getOrder('P-1');

    expect(before).toBe(1);
    expect(tokens()).toBe(2);
  });

  it('encodes a foreign id as one path segment', async () => {
    const { gateway, sent } = client();

    await gateway.getOrder('../../v1/other?x=1');

    expect(sent.at(-1)?.url).toBe(
      'https://api.example/v2/checkout/orders/..%2F..%2Fv1%2Fother%3Fx%3D1',
    );
  });

  it.each([
    ['accepts them', () => Response.json({ access_token: 'a', expires_in: 60 }), 'ok'],
    [
      'refuses them',
      () => Response.json({ error: 'invalid_client' }, { status: 401 }),
      'invalid_client',
    ],
    ['is out of order', () => Response.json({ name: 'ERROR' }, { status: 503 }), 'status 503'],
    [
      'is behind a broken proxy',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'status 502 without JSON',
    ],
    ['answers something else', () => Response.json({}), 'an answer of another shape'],
    ['can’t be reached', () => Promise.reject(new TypeError('fetch failed')), 'fetch failed'],
    [
      'refuses the connection',
      () => {
        const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
        return Promise.reject(new TypeError('fetch failed', { cause }));
      },
      'ECONNREFUSED',
    ],
    ['never answers', () => new Promise<never>(() => {}), 'no answer in time'],
  ])('checks its credentials with a provider that %s', async (_, answer, outcome) => {
    const gateway = openPaypal({ ...options, fetch: async () => answer(), timeoutMs: 20 });

    const checked = await gateway.checkCredentials();

    const said = { unknown: 'reason', denied: 'issue' } as const;
    const { kind } = checked;
    const name = Object.hasOwn(said, kind) ? said[kind as keyof typeof said] : 'kind';
    expect(checked).toHaveProperty(name, outcome);
  });

  it('sends a webhook notice for verification exactly as it came', async () => {
    const path = '/v1/notifications/verify-webhook-signature';
    const { gateway, sent } = client({ [path]: { verification_status: 'SUCCESS' } });
    const raw = '{ "id":"WH-1","b":1.0,\n "event_type":"PAYMENT.CAPTURE.PENDING","resource":{}}';
    const headers = new Headers({
      'PayPal-Auth-Algo': 'SHA256withRSA',
      'PayPal-Cert-Url': 'https://api.example/cert',
      'PayPal-Transmission-Id': 't-1',
      'PayPal-Transmission-Sig': 'sig==',
      'PayPal-Transmission-Time': '2026-03-01T09:00:00Z',
    });

    const result = await gateway.verifyWebhook(headers, raw);

    expect(result).toMatchObject({ kind: 'ok', value: { id: 'WH-1' } });
    expect(sent.at(-1)?.body).toContain(`"webhook_event":${raw}}`);
    expect(JSON.parse(sent.at(-1)?.body ?? '')).toMatchObject({
      auth_algo: 'SHA256withRSA',
      cert_url: 'https://api.example/cert',
      transmission_id: 't-1',
      transmission_sig: 'sig==',
      transmission_time: '2026-03-01T09:00:00Z',
      webhook_id: 'HOOK',
    });
  });
});

describe('the webhook as it is set up at PayPal', () => {
  const path = '/v1/notifications/webhooks/HOOK';

  it('has its address and the types of its notices', async () => {
    const url = 'https://shop.example/api/payments/webhook';
    const event_types = [{ name: 'PAYMENT.CAPTURE.COMPLETED', description: 'Paid' }];
    const { gateway, sent } = client({ [path]: { id: 'HOOK', url, event_types } });

    expect(await gateway.readWebhook()).toEqual({
      kind: 'ok',
      value: { url, types: ['PAYMENT.CAPTURE.COMPLETED'] },
    });
    expect([sent.at(-1)?.method, sent.at(-1)?.url]).toEqual(['GET', `https://api.example${path}`]);
  });

  it.each([
    [404, { name: 'INVALID_RESOURCE_ID' }, { kind: 'ok', value: null }],
    [403, { name: 'NOT_AUTHORIZED' }, { kind: 'denied', issue: 'NOT_AUTHORIZED', status: 403 }],
    [503, { name: 'SERVICE_UNAVAILABLE' }, { kind: 'unknown', reason: 'status 503' }],
    [200, { id: 'HOOK' }, { kind: 'unknown', reason: 'an answer of another shape' }],
  ])('is what an answer with status %i says', async (status, body, result) => {
    const fetch: Fetch = async (url) =>
      url.endsWith('/token')
        ? Response.json({ access_token: 'token', expires_in: 3600 })
        : Response.json(body, { status });

    expect(await openPaypal({ ...options, fetch }).readWebhook()).toEqual(result);
  });

  it('is none without an id', async () => {
    const never: Fetch = () => Promise.reject(new Error('PayPal was asked'));
    const gateway = openPaypal({ ...options, fetch: never, webhookId: null });
    expect(await gateway.readWebhook()).toEqual({ kind: 'ok', value: null });
  });
});

it('asks for an example notice at an address', async () => {
  const { gateway, sent } = client();

  expect(await gateway.sendExampleNotice('https://shop.example/hook')).toEqual({
    kind: 'ok',
    value: null,
  });
  const last = sent.at(-1);
  expect([last?.method, last?.url]).toEqual([
    'POST',
    'https://api.example/v1/notifications/simulate-event',
  ]);
  expect(JSON.parse(last?.body ?? '')).toEqual({
    url: 'https://shop.example/hook',
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
  });
});
