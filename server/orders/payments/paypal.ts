import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Amount } from '#contract/wire/money.ts';
import type { PaymentGateway, ProviderNotice, ProviderResult } from './gateway.ts';
import { ok, PaypalConnection, type PaypalConnectionOptions } from './paypal-connection.ts';
import {
  createdSchema,
  parseNotice,
  paypalOrderSchema,
  refundedSchema,
  verificationSchema,
  webhookSchema,
} from './paypal-messages.ts';

export interface PaypalOptions extends Omit<PaypalConnectionOptions, 'timeoutMs'> {
  readonly timeoutMs?: number;
  /** Without one, no webhook signature is accepted. */
  readonly webhookId: string | null;
  /** URL of the page's script, without its query. */
  readonly sdkUrl: string;
  readonly standIn: Hono | null;
  readonly close?: () => void;
}

/** Of an order that only tries whether PayPal takes orders. Nobody pays it, and PayPal forgets it after some hours. */
const tryAmount = moneyOf({ cents: 100, currency: 'USD' });

/** PayPal over its REST API: Orders v2, Payments v2, webhook verification. */
export function openPaypal(options: PaypalOptions): PaymentGateway {
  const { timeoutMs = 15_000 } = options;
  const paypal = new PaypalConnection({ ...options, timeoutMs });
  const orders = '/v2/checkout/orders';
  return {
    clientId: options.clientId,
    sdkUrl: options.sdkUrl,
    isPractice: options.standIn !== null,
    standIn: options.standIn,
    timeoutMs,
    createOrder({ reference, orderNumber, amount, requestId }) {
      const body = JSON.stringify({
        intent: 'CAPTURE',
        purchase_units: [
          {
            custom_id: reference,
            // PayPal accepts one payment per invoice id: another safeguard against double capture.
            invoice_id: orderNumber,
            description: `Order ${orderNumber}`,
            amount: moneyOf(amount),
          },
        ],
        application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
      });
      return paypal.send(createdSchema, 'POST', orders, { requestId, body });
    },
    captureOrder(id, requestId) {
      const path = `${orders}/${encodeURIComponent(id)}/capture`;
      return paypal.send(paypalOrderSchema, 'POST', path, { requestId, body: '{}' });
    },
    getOrder(id) {
      return paypal.send(paypalOrderSchema, 'GET', `${orders}/${encodeURIComponent(id)}`);
    },
    refundCapture({ captureId, requestId, amount, reference }) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
      const body = JSON.stringify({
        ...(amount ? { amount: moneyOf(amount) } : {}),
        ...(reference ? { custom_id: reference } : {}),
      });
      return paypal.send(refundedSchema, 'POST', path, { requestId, body });
    },
    async tryOrder() {
      const unit = { description: 'Check of the shop', amount: tryAmount };
      const body = JSON.stringify({ intent: 'CAPTURE', purchase_units: [unit] });
      const request = { requestId: randomUUID(), body };
      const answer = await paypal.send(createdSchema, 'POST', orders, request);
      return answer.kind === 'ok' ? ok(null) : answer;
    },
    checkCredentials: () => paypal.checkCredentials(),
    async readWebhook() {
      if (options.webhookId === null) return ok(null);
      const path = `/v1/notifications/webhooks/${encodeURIComponent(options.webhookId)}`;
      const answer = await paypal.send(webhookSchema, 'GET', path);
      // Malformed ids get a 400, unknown ones a 404.
      if (answer.kind === 'refused') return ok(null);
      if (answer.kind !== 'ok') return answer;
      const { url, event_types: types } = answer.value;
      return ok({ url, types: types.map(({ name }) => name) });
    },
    async sendExampleNotice(url) {
      const body = JSON.stringify({ url, event_type: 'PAYMENT.CAPTURE.COMPLETED' });
      const path = '/v1/notifications/simulate-event';
      const answer = await paypal.send(v.unknown(), 'POST', path, { body });
      return answer.kind === 'ok' ? ok(null) : answer;
    },
    async verifyWebhook(headers, rawBody): Promise<ProviderResult<ProviderNotice | null>> {
      const notice = parseNotice(rawBody);
      const signature = signatureOf(headers);
      if (!notice || !signature || options.webhookId === null) return ok(null);
      const fields = JSON.stringify({ ...signature, webhook_id: options.webhookId });
      // Sends the notice back byte for byte: parsing and serializing it again could break its signature.
      const body = `${fields.slice(0, -1)},"webhook_event":${rawBody}}`;
      const path = '/v1/notifications/verify-webhook-signature';
      const answer = await paypal.send(verificationSchema, 'POST', path, { body });
      if (answer.kind === 'refused') return ok(null);
      if (answer.kind !== 'ok') return answer;
      return ok(answer.value.verification_status === 'SUCCESS' ? notice : null);
    },
    close: options.close ?? (() => undefined),
  };
}

function moneyOf({ cents, currency }: Amount) {
  return { currency_code: currency, value: (cents / 100).toFixed(2) };
}

/** The notice's five signature headers, named as verification expects them; null if one is missing, empty or too long. */
function signatureOf(headers: Headers): Record<string, string> | null {
  const names = [
    'auth-algo',
    'cert-url',
    'transmission-id',
    'transmission-sig',
    'transmission-time',
  ];
  const fields: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(`paypal-${name}`);
    if (value === null || value === '' || value.length > 1000) return null;
    fields[name.replace('-', '_')] = value;
  }
  return fields;
}
