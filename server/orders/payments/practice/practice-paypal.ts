import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as v from 'valibot';
import { limits } from '#contract/wire/limits.ts';
import { isNoticeSigned } from './practice-notice.ts';
import {
  createBodySchema,
  type PracticeOrder,
  refundable,
  refundBodySchema,
  represent,
  representRefund,
} from './practice-order.ts';
import type { PracticeStore } from './practice-store.ts';

export interface PracticeOptions {
  readonly store: PracticeStore;
  readonly clock: () => Date;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** PayPal forgets a `PayPal-Request-Id` after six hours. */
const keptMs = 6 * 3_600_000;
const tokenSeconds = 32_400;

const sdk = readFileSync(new URL('./practice-sdk.js', import.meta.url), 'utf8');

const approvalSchema = v.object({
  source: v.picklist(['paypal', 'card']),
  isDeclined: v.boolean(),
});

const verifySchema = v.object({
  transmission_id: v.string(),
  transmission_time: v.string(),
  transmission_sig: v.string(),
  webhook_id: v.string(),
  webhook_event: v.unknown(),
});

/** A refusal in PayPal's shape. */
class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: object;

  constructor(status: ContentfulStatusCode, name: string, issue: string) {
    super(issue);
    this.status = status;
    this.body = { name, message: issue, debug_id: randomUUID(), details: [{ issue }] };
  }
}

const notFound = () => new Refusal(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
const unprocessable = (issue: string) => new Refusal(422, 'UNPROCESSABLE_ENTITY', issue);

/**
 * A stand-in for PayPal, built from its published contract: OAuth, Orders v2, refunds, webhook
 * verification, the page's script, and the calls of that script for the buyer's side. No money moves.
 * Paths are relative to where it is mounted.
 */
export function createPracticePaypal(options: PracticeOptions): Hono {
  const { store, clock, clientId, clientSecret } = options;
  const app = new Hono();
  const tokens = new Map<string, number>();

  app.onError((error, context) => {
    if (error instanceof Refusal) return context.json(error.body, error.status);
    return context.json({ name: 'INTERNAL_SERVER_ERROR', message: error.message }, 500);
  });
  app.use(
    bodyLimit({
      // A verification request contains a whole notice and some more fields.
      maxSize: 2 * limits.jsonBytes,
      onError: () => {
        throw new Refusal(413, 'INVALID_REQUEST', 'REQUEST_TOO_LARGE');
      },
    }),
  );
  app.notFound((context) => context.json({ name: 'RESOURCE_NOT_FOUND', details: [] }, 404));

  function authorise(context: Context): void {
    const token = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) <= clock().getTime()) {
      throw new Refusal(401, 'AUTHENTICATION_FAILURE', 'INVALID_TOKEN');
    }
  }

  function orderOf(id: string): PracticeOrder {
    const order = store.order(id);
    if (!order) throw notFound();
    return order;
  }

  /** Runs `effect` once per request id. Order and answer are stored together; repeats get the same answer. */
  function once(
    context: Context,
    scope: string,
    status: 200 | 201,
    effect: () => { readonly order: PracticeOrder; readonly body: object },
  ): Response {
    const requestId = context.req.header('paypal-request-id');
    const key = requestId === undefined ? null : `${scope} ${requestId}`;
    const kept = key === null ? null : store.kept(key);
    const now = clock().getTime();
    if (kept && now - kept.at < keptMs) return jsonText(context, kept.body, 200);
    const { order, body } = effect();
    const text = JSON.stringify(body);
    store.commit(order, key === null ? null : { key, answer: { status, body: text, at: now } });
    return jsonText(context, text, status);
  }

  app.post('/v1/oauth2/token', (context) => {
    const expected = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    if (context.req.header('authorization') !== `Basic ${expected}`) {
      return context.json(
        { error: 'invalid_client', error_description: 'Client Authentication failed' },
        401,
      );
    }
    const now = clock().getTime();
    for (const [token, endsAt] of tokens) if (endsAt <= now) tokens.delete(token);
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, now + tokenSeconds * 1000);
    return context.json({
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-PRACTICE',
      expires_in: tokenSeconds,
    });
  });

  app.post('/v2/checkout/orders', async (context) => {
    authorise(context);
    const body = await parsedBody(context, createBodySchema);
    const [unit] = body.purchase_units;
    if (!unit) throw unprocessable('MISSING_REQUIRED_PARAMETER');
    return once(context, 'create', 201, () => {
      const order: PracticeOrder = {
        id: practiceId(),
        status: 'CREATED',
        createdAt: clock().toISOString(),
        unit,
        funding: null,
        captures: [],
        refunds: [],
      };
      return { order, body: represent(order, wantsFull(context)) };
    });
  });

  app.get('/v2/checkout/orders/:id', (context) => {
    authorise(context);
    return context.json(represent(orderOf(context.req.param('id')), true));
  });

  app.post('/v2/checkout/orders/:id/capture', (context) => {
    authorise(context);
    const id = context.req.param('id');
    return once(context, `capture ${id}`, 201, () => {
      const order = orderOf(id);
      if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
      if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
      if (order.funding?.isDeclined) throw unprocessable('INSTRUMENT_DECLINED');
      const capture = { id: practiceId(), amount: order.unit.amount, at: clock().toISOString() };
      const captured: PracticeOrder = { ...order, status: 'COMPLETED', captures: [capture] };
      return { order: captured, body: represent(captured, wantsFull(context)) };
    });
  });

  app.post('/v2/payments/captures/:id/refund', async (context) => {
    authorise(context);
    const captureId = context.req.param('id');
    const body = await parsedBody(context, refundBodySchema);
    return once(context, `refund ${captureId}`, 201, () => {
      const order = store.orderOfCapture(captureId);
      if (!order) throw notFound();
      const left = refundable(order, captureId);
      const currency = order.unit.amount.currency_code;
      const amount = body.amount ?? { currency_code: currency, value: (left / 100).toFixed(2) };
      if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED');
      if (amount.currency_code !== currency)
        throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH');
      const wanted = Math.round(Number(amount.value) * 100);
      if (wanted === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE');
      if (wanted > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED');
      const id = practiceId();
      const refund = {
        id,
        captureId,
        amount,
        custom_id: body.custom_id,
        at: clock().toISOString(),
      };
      const refunded: PracticeOrder = { ...order, refunds: [...order.refunds, refund] };
      return { order: refunded, body: representRefund(refund, wantsFull(context)) };
    });
  });

  app.post('/v1/notifications/verify-webhook-signature', async (context) => {
    authorise(context);
    const body = await parsedBody(context, verifySchema);
    const isSigned = isNoticeSigned(clientSecret, body);
    return context.json({ verification_status: isSigned ? 'SUCCESS' : 'FAILURE' });
  });

  app.get('/sdk/js', (context) => {
    if (context.req.query('client-id') !== clientId) {
      return context.text('throw new Error("client-id not recognized")', 400);
    }
    return context.body(sdk, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  // From here on: the buyer's side, which PayPal has on its own pages.
  app.get('/buyer/orders/:id', (context) => {
    const { status, unit } = orderOf(context.req.param('id'));
    return context.json({ status, amount: unit.amount, description: unit.description ?? '' });
  });

  app.post('/buyer/orders/:id/approve', async (context) => {
    const funding = await parsedBody(context, approvalSchema);
    const order = orderOf(context.req.param('id'));
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
    store.commit({ ...order, status: 'APPROVED', funding }, null);
    return context.json({ status: 'APPROVED' });
  });

  return app;
}

function practiceId(): string {
  return `PRACTICE${randomBytes(6).toString('hex').toUpperCase()}`;
}

function wantsFull(context: Context): boolean {
  return context.req.header('prefer') === 'return=representation';
}

function jsonText(context: Context, text: string, status: 200 | 201): Response {
  return context.body(text, status, { 'Content-Type': 'application/json' });
}

async function parsedBody<T>(context: Context, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const invalid = () => new Refusal(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON');
  const value: unknown = await context.req.json().catch(() => {
    throw invalid();
  });
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw invalid();
  return parsed.output;
}
