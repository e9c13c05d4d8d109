import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { limits } from '#contract/wire/limits.ts';
import { isNoticeSigned } from './practice-notice.ts';
import {
  createBodySchema,
  refundBodySchema,
  represent,
  representRefund,
} from './practice-order.ts';
import { Refusal, unprocessable } from './practice-refusal.ts';
import { type PracticeOptions, PracticeSession } from './practice-session.ts';
import { approved, captured, created, refunded } from './practice-steps.ts';

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

/**
 * A stand-in for PayPal, built from its published contract: OAuth, Orders v2, refunds, webhook
 * verification, the page's script, and the calls of that script for the buyer's side. No money moves.
 * Paths are relative to where it is mounted.
 */
export function createPracticePaypal(options: PracticeOptions): Hono {
  const app = new Hono();
  const session = new PracticeSession(options);
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
  accessRoutes(app, options, session);
  paymentRoutes(app, options, session);
  buyerRoutes(app, options, session);
  return app;
}

/** The routes for access tokens and for verifying a notice's signature. */
function accessRoutes(app: Hono, { clientSecret }: PracticeOptions, session: PracticeSession) {
  app.post('/v1/oauth2/token', (context) => {
    const token = session.issueToken(context);
    if (token) return context.json(token);
    const refusal = {
      error: 'invalid_client',
      error_description: 'Client Authentication failed',
    };
    return context.json(refusal, 401);
  });

  app.post('/v1/notifications/verify-webhook-signature', async (context) => {
    session.assertAuthorised(context);
    const body = await parsedBody(context, verifySchema);
    const isSigned = isNoticeSigned(clientSecret, body);
    return context.json({ verification_status: isSigned ? 'SUCCESS' : 'FAILURE' });
  });
}

/** The routes for orders, captures and refunds. */
function paymentRoutes(app: Hono, { store, clock }: PracticeOptions, session: PracticeSession) {
  app.post('/v2/checkout/orders', async (context) => {
    session.assertAuthorised(context);
    const body = await parsedBody(context, createBodySchema);
    const [unit] = body.purchase_units;
    if (!unit) throw unprocessable('MISSING_REQUIRED_PARAMETER');
    return session.once(context, 'create', () => {
      const order = created(unit, clock());
      return { order, body: represent(order, wantsFull(context)) };
    });
  });

  app.get('/v2/checkout/orders/:id', (context) => {
    session.assertAuthorised(context);
    return context.json(represent(session.order(context.req.param('id')), true));
  });

  app.post('/v2/checkout/orders/:id/capture', (context) => {
    session.assertAuthorised(context);
    const id = context.req.param('id');
    return session.once(context, `capture ${id}`, () => {
      const order = captured(session.order(id), clock());
      return { order, body: represent(order, wantsFull(context)) };
    });
  });

  app.post('/v2/payments/captures/:id/refund', async (context) => {
    session.assertAuthorised(context);
    const id = context.req.param('id');
    const body = await parsedBody(context, refundBodySchema);
    return session.once(context, `refund ${id}`, () => {
      const { order, refund } = refunded(store.orderOfCapture(id), id, body, clock());
      return { order, body: representRefund(refund, wantsFull(context)) };
    });
  });
}

/** The routes for the buyer's side, which PayPal has on its own pages, and for the script that leads there. */
function buyerRoutes(app: Hono, { store, clientId }: PracticeOptions, session: PracticeSession) {
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

  app.get('/buyer/orders/:id', (context) => {
    const { status, unit } = session.order(context.req.param('id'));
    return context.json({ status, amount: unit.amount, description: unit.description ?? '' });
  });

  app.post('/buyer/orders/:id/approve', async (context) => {
    const funding = await parsedBody(context, approvalSchema);
    store.commit(approved(session.order(context.req.param('id')), funding), null);
    return context.json({ status: 'APPROVED' });
  });
}

function wantsFull(context: Context): boolean {
  return context.req.header('prefer') === 'return=representation';
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
