import { describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { openGateway, practicePath } from '#server/orders/payments/open-gateway.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { openPaymentShop } from '#tests/support/payment-shop.ts';

const amount = { cents: 1250, currency: 'USD' };
const order = { reference: 'our-order', orderNumber: 'PW-222222', amount };

describe('the stand-in', () => {
  it('creates one order per request id, and forgets the id after six hours', async () => {
    const shop = await openPaymentShop();
    const { gateway } = shop.services;

    const first = await gateway.createOrder({ ...order, requestId: 'key' });
    const again = await gateway.createOrder({ ...order, requestId: 'key' });
    shop.pass(6 * 3_600_000);
    const later = await gateway.createOrder({ ...order, requestId: 'key' });

    expect(again).toEqual(first);
    expect(later).not.toEqual(first);
    expect(shop.providerOrders()).toBe(2);
  });

  it('takes an order through the same states as PayPal', async () => {
    const shop = await openPaymentShop();
    const { gateway } = shop.services;
    const created = await gateway.createOrder({ ...order, requestId: 'a' });
    const id = created.kind === 'ok' ? created.value.id : '';

    const early = await gateway.captureOrder(id, 'b');
    await shop.approve(id, true);
    const declined = await gateway.captureOrder(id, 'c');
    await shop.approve(id);
    const captured = await gateway.captureOrder(id, 'd');
    const repeated = await gateway.captureOrder(id, 'd');
    const twice = await gateway.captureOrder(id, 'e');
    const seen = await gateway.getOrder(id);
    const missing = await gateway.getOrder('NONE');

    const fee = { cents: 93, currency: 'USD' };
    const at = shop.services.clock().toISOString();
    const capture = { id: expect.any(String), status: 'COMPLETED', amount, fee, at };
    expect(early).toEqual({ kind: 'refused', issue: 'ORDER_NOT_APPROVED', status: 422 });
    expect(declined).toEqual({ kind: 'refused', issue: 'INSTRUMENT_DECLINED', status: 422 });
    expect(captured).toEqual({
      kind: 'ok',
      value: {
        id,
        status: 'COMPLETED',
        reference: 'our-order',
        captures: [capture],
        refunds: [],
        method: 'card',
      },
    });
    expect(repeated).toEqual(captured);
    expect(twice).toEqual({ kind: 'refused', issue: 'ORDER_ALREADY_CAPTURED', status: 422 });
    expect(seen).toEqual(captured);
    expect(missing).toEqual({ kind: 'refused', issue: 'INVALID_RESOURCE_ID', status: 404 });
  });

  it('refunds no more than was captured', async () => {
    const shop = await openPaymentShop();
    const { gateway } = shop.services;
    const created = await gateway.createOrder({ ...order, requestId: 'a' });
    const id = created.kind === 'ok' ? created.value.id : '';
    await shop.approve(id);
    const captured = await gateway.captureOrder(id, 'b');
    const captureId = captured.kind === 'ok' ? (captured.value.captures[0]?.id ?? '') : '';
    const back = (requestId: string, cents: number) =>
      gateway.refundCapture({ captureId, requestId, amount: { cents, currency: 'USD' } });

    const part = await back('r1', 1000);
    const repeated = await back('r1', 1000);
    const tooMuch = await back('r2', 251);
    const rest = await gateway.refundCapture({ captureId, requestId: 'r3' });
    const seen = await gateway.getOrder(id);

    expect(part.kind).toBe('ok');
    expect(repeated).toEqual(part);
    expect(tooMuch).toMatchObject({ kind: 'refused', issue: 'REFUND_AMOUNT_EXCEEDED' });
    expect(rest.kind).toBe('ok');
    expect(seen).toMatchObject({
      value: {
        captures: [{ status: 'REFUNDED', amount }],
        refunds: [{ amount: { cents: 1000 } }, { amount: { cents: 250 } }],
      },
    });
  });

  it('accepts REST calls only with its secret', async () => {
    const shop = await openPaymentShop();

    const responses = await Promise.all(
      [
        ['POST', '/v2/checkout/orders'],
        ['GET', '/v2/checkout/orders/X'],
        ['POST', '/v2/checkout/orders/X/capture'],
        ['POST', '/v2/payments/captures/X/refund'],
        ['POST', '/v1/oauth2/token'],
        ['POST', '/v1/notifications/verify-webhook-signature'],
      ].map(([method = '', path = '']) =>
        shop.app.request(practicePath + path, { method, headers: { Authorization: 'Bearer x' } }),
      ),
    );

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 401));
  });

  it('serves its script for its own client id, as a script', async () => {
    const shop = await openPaymentShop();

    const script = await shop.app.request(`${practicePath}/sdk/js?client-id=client&currency=USD`);
    const foreign = await shop.app.request(`${practicePath}/sdk/js?client-id=other`);

    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(foreign.status).toBe(400);
  });

  it('is mounted if nothing else is configured, and remembers across a restart', async () => {
    const services = await makeServices();
    const { env, clock, log } = services;
    const first = openGateway(env, clock, log);
    const created = await first.createOrder({ ...order, requestId: 'a' });
    const id = created.kind === 'ok' ? created.value.id : '';
    first.close();

    const gateway = openGateway(env, clock, log);
    const app = createApp({ ...services, gateway });
    const shown = await app.request(`${practicePath}/buyer/orders/${id}`);
    gateway.close();

    expect(gateway).toMatchObject({ isPractice: true, sdkUrl: `${practicePath}/sdk/js` });
    expect(await shown.json()).toEqual({
      status: 'CREATED',
      amount: { currency_code: 'USD', value: '12.50' },
      description: 'Order PW-222222',
    });
  });

  it('is absent if PayPal is configured', async () => {
    const services = await makeServices({
      settings: { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' },
    });
    const { env, clock, log } = services;
    const gateway = openGateway(env, clock, log);
    const app = createApp({ ...services, gateway });

    const script = await app.request(`${practicePath}/sdk/js?client-id=practice`);

    expect(gateway).toMatchObject({
      clientId: 'id',
      isPractice: false,
      standIn: null,
      sdkUrl: 'https://www.sandbox.paypal.com/sdk/js',
    });
    expect(script.headers.get('location')).toBe('/');
  });
});
