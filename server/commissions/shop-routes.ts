import type { Hono } from 'hono';
import { calls } from '#contract/shop/calls.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { idempotencyKey, keyScope } from '../platform/http/idempotency.ts';
import { spend } from '../platform/http/limit.ts';
import type { Services } from '../platform/services/services.ts';
import { accountOf } from '../platform/sign-in/signed-in.ts';
import { receiveRequest } from './receive-request.ts';

/** Per address. Repeats of a request count too, because each may send 40 MB. */
const hourLimit = { count: 20, windowMs: 3_600_000 };
const dayLimit = { count: 60, windowMs: 86_400_000 };

/** Requests for custom designs, open to everyone, and the notification when they open (OP-35). */
export function commissionRoutes(app: Hono, services: Services): void {
  app.post(calls.customRequest.path, async (context) => {
    const account = await accountOf(services, context);
    const address = clientAddress(services, context);
    await spend(services, `custom:address:${address}`, hourLimit);
    await spend(services, `custom:day:${address}`, dayLimit);
    const key = idempotencyKey(context);
    // A buyer may sign in, or lose the session, before the answer arrives, and then repeat the request. So the
    // answer is stored in the visitors' scope, whoever sends it.
    const scopes = [keyScope(null), keyScope(account)] as const;
    const keyed = { key, scopes };
    const answer = await receiveRequest(services, context.req.raw, account, keyed, address);
    context.header('Cache-Control', 'no-store');
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });
}
