import type { Hono } from 'hono';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Amount } from '#contract/wire/money.ts';
import type { PaymentGateway, ProviderNotice, ProviderResult } from './gateway.ts';
import {
  createdSchema,
  parseNotice,
  paypalOrderSchema,
  refundedSchema,
  refusalSchema,
  tokenSchema,
  verificationSchema,
} from './paypal-messages.ts';

/** Sends a request: the platform's `fetch`, or a direct call of the stand-in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface PaypalOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without one, no webhook signature is accepted. */
  readonly webhookId: string | null;
  /** Base URL of the REST API, without a trailing slash. */
  readonly apiUrl: string;
  /** URL of the page's script, without its query. */
  readonly sdkUrl: string;
  readonly standIn: Hono | null;
  readonly fetch: Fetch;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly timeoutMs?: number;
  readonly close?: () => void;
}

interface Token {
  readonly text: string;
  readonly madeAt: number;
  readonly endsAt: number;
}

interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How long before its expiry a token is renewed. */
const tokenMarginMs = 60_000;
/** A token older than this may lack permissions granted to the account since. */
const tokenFreshMs = 600_000;
/** Refusals that don't say whether the call took effect. */
const undecided = new Set(['PREVIOUS_REQUEST_IN_PROGRESS', 'RATE_LIMIT_REACHED']);

/** PayPal over its REST API: Orders v2, Payments v2, webhook verification. */
export function openPaypal(options: PaypalOptions): PaymentGateway {
  const { apiUrl, clock, log, timeoutMs = 15_000 } = options;
  let token: Token | null = null;
  let renewal: Promise<ProviderResult<string>> | null = null;

  /** Sends one request and reads the whole answer; returns `unknown` if it can't be trusted. */
  async function exchange({ method, path, headers, body }: Exchange) {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const init = { method, headers, signal, redirect: 'manual' as const };
      const answering = options
        .fetch(apiUrl + path, body === undefined ? init : { ...init, body })
        .then(async (response) => ({ status: response.status, text: await response.text() }));
      return judge(await Promise.race([answering, whenAborted(signal)]));
    } catch (error) {
      return unknown(error instanceof Error ? error.message : 'the connection failed');
    }
  }

  async function accessToken(): Promise<ProviderResult<string>> {
    if (token && token.endsAt > clock().getTime()) return ok(token.text);
    renewal ??= renewToken().finally(() => {
      renewal = null;
    });
    return renewal;
  }

  async function renewToken(): Promise<ProviderResult<string>> {
    const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`);
    const answer = await exchange({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        Authorization: `Basic ${credentials.toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (answer.kind === 'refused') {
      log.error({ issue: answer.issue }, 'the payment provider refused our credentials');
      return unknown('the credentials were refused');
    }
    const parsed = shaped(tokenSchema, answer);
    if (parsed.kind !== 'ok') return parsed;
    const { access_token: text, expires_in: seconds } = parsed.value;
    const madeAt = clock().getTime();
    token = { text, madeAt, endsAt: madeAt + seconds * 1000 - tokenMarginMs };
    return ok(text);
  }

  /** Drops a token that is at least `minAgeMs` old, unless another call has renewed it already. */
  function dropToken(text: string, minAgeMs: number): void {
    if (token?.text === text && clock().getTime() - token.madeAt >= minAgeMs) token = null;
  }

  /** An authorised JSON call. Renews a token that expired early, once. A missing permission (403) is not retried. */
  async function send<T>(
    schema: v.GenericSchema<unknown, T>,
    method: Exchange['method'],
    path: string,
    request: { readonly requestId?: string; readonly body?: string } = {},
  ): Promise<ProviderResult<T>> {
    const { requestId, body } = request;
    for (let attempt = 1; ; attempt += 1) {
      const bearer = await accessToken();
      if (bearer.kind !== 'ok') return bearer;
      const answer = await exchange({
        method,
        path,
        headers: {
          Authorization: `Bearer ${bearer.value}`,
          Accept: 'application/json',
          'Content-Type': 'application/json',
          Prefer: 'return=representation',
          ...(requestId === undefined ? {} : { 'PayPal-Request-Id': requestId }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const isTokenRefused =
        answer.kind === 'refused' && (answer.status === 401 || answer.status === 403);
      if (!isTokenRefused) return shaped(schema, answer);
      const isEnded = answer.status === 401;
      dropToken(bearer.value, isEnded ? 0 : tokenFreshMs);
      if (attempt === 2 || !isEnded) {
        log.error({ issue: answer.issue, path }, 'the payment provider refused our access');
        return unknown('access was refused');
      }
    }
  }

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
      return send(createdSchema, 'POST', orders, { requestId, body });
    },
    captureOrder(id, requestId) {
      const path = `${orders}/${encodeURIComponent(id)}/capture`;
      return send(paypalOrderSchema, 'POST', path, { requestId, body: '{}' });
    },
    getOrder(id) {
      return send(paypalOrderSchema, 'GET', `${orders}/${encodeURIComponent(id)}`);
    },
    refundCapture({ captureId, requestId, amount, reference }) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
      const body = JSON.stringify({
        ...(amount ? { amount: moneyOf(amount) } : {}),
        ...(reference ? { custom_id: reference } : {}),
      });
      return send(refundedSchema, 'POST', path, { requestId, body });
    },
    async verifyWebhook(headers, rawBody): Promise<ProviderResult<ProviderNotice | null>> {
      const notice = parseNotice(rawBody);
      const signature = signatureOf(headers);
      if (!notice || !signature || options.webhookId === null) return ok(null);
      const fields = JSON.stringify({ ...signature, webhook_id: options.webhookId });
      // Sends the notice back byte for byte: parsing and serializing it again could break its signature.
      const body = `${fields.slice(0, -1)},"webhook_event":${rawBody}}`;
      const path = '/v1/notifications/verify-webhook-signature';
      const answer = await send(verificationSchema, 'POST', path, { body });
      if (answer.kind === 'refused') return ok(null);
      if (answer.kind === 'unknown') return answer;
      return ok(answer.value.verification_status === 'SUCCESS' ? notice : null);
    },
    close: options.close ?? (() => undefined),
  };
}

function ok<T>(value: T): ProviderResult<T> {
  return { kind: 'ok', value };
}

function unknown(reason: string) {
  return { kind: 'unknown', reason } as const;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')));
  });
}

/** Interprets an HTTP answer. Only a well-formed refusal counts as one: a proxy's 404 page says nothing about an order. */
function judge({ status, text }: { status: number; text: string }): ProviderResult<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unknown(`status ${status} without JSON`);
  }
  if (status >= 200 && status < 300) return ok(value);
  const refusal = v.safeParse(refusalSchema, value);
  const mayHaveWorked = status < 400 || status >= 500 || status === 408 || status === 429;
  if (mayHaveWorked || !refusal.success) {
    // OAuth refuses a token in another shape: {error, error_description}.
    if (status === 401) return { kind: 'refused', issue: 'AUTHENTICATION_FAILURE', status };
    return unknown(`status ${status}`);
  }
  const issue = refusal.output.details[0]?.issue ?? refusal.output.name;
  return undecided.has(issue) ? unknown(issue) : { kind: 'refused', issue, status };
}

function shaped<T>(
  schema: v.GenericSchema<unknown, T>,
  answer: ProviderResult<unknown>,
): ProviderResult<T> {
  if (answer.kind !== 'ok') return answer;
  const parsed = v.safeParse(schema, answer.value);
  return parsed.success ? ok(parsed.output) : unknown('an answer of another shape');
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
