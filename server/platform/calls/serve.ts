import type { Context, Hono } from 'hono';
import { queryRecord } from '#contract/catalogue/catalogue-calls.ts';
import { messages } from '#contract/messages/messages.ts';
import {
  apiBase,
  type Call,
  type CallAnswer,
  type CallInput,
  type CallName,
  calls,
} from '#contract/shop/calls.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Transaction } from '../database/open.ts';
import { clientAddress } from '../http/client-address.ts';
import { type DeviceCookie, deviceCookie } from '../http/device-cookie.ts';
import { spendIn } from '../http/limit.ts';
import { parsePart } from '../http/parse.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { accountOf, assertMayCall, assertNotDeleted, type SignedIn } from '../sign-in/signed-in.ts';
import {
  answerOnce,
  hashRequest,
  idempotencyKey,
  keyScope,
  type OnceRequest,
} from './idempotency.ts';

/** Travels with the calls of accounts alone. */
const shopDevice = { name: 'pinwheel-device', path: `${apiBase}/users` };

/** An account: the outbox of a long time offline passes at once, and each op leaves an answer behind. */
const opLimit = { count: 600, windowMs: 600_000 };

type AccountFor<N extends CallName> = (typeof calls)[N]['access'] extends 'account' | 'approved'
  ? SignedIn
  : SignedIn | null;

/** What a handler works with: the parsed request and who asks. */
export interface CallContext<N extends CallName> extends CallInput<N> {
  readonly account: AccountFor<N>;
  /** The caller's network address, for limits. */
  readonly address: string;
  /** What recognises the caller's device; only calls below /users get and set it. */
  readonly device: DeviceCookie;
  /** Set for idempotent calls: effect and stored answer commit together. */
  readonly tx: (typeof calls)[N] extends { isIdempotent: true } ? Transaction : undefined;
}

export type Handler<N extends CallName> = (context: CallContext<N>) => Promise<CallAnswer<N>>;

/**
 * Puts one call of the contract on the server: permission, limits on size, validation,
 * idempotency, then `handler`. Everything but the handler comes from the call's row in the table.
 */
export function serve<N extends CallName>(
  app: Hono,
  services: Services,
  name: N,
  handler: Handler<N>,
): void {
  const call: Call = calls[name];
  const path = `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`;
  app.on(call.method, path, async (context) => {
    const account = await accountOf(services, context);
    assertMayCall(call.access, account);
    const input = {
      params: parsePart(call.params, context.req.param(), 'NOT_FOUND'),
      query: parsePart(call.query, queryRecord(new URL(context.req.url).search.slice(1))),
      body: call.body && parsePart(call.body, await jsonBody(context)),
    };
    const base = {
      ...input,
      account,
      address: clientAddress(services, context),
      device: deviceCookie(context, services.env, shopDevice),
    };
    context.header('Cache-Control', 'no-store');
    if (!call.isIdempotent) {
      return context.json((await handler({ ...base, tx: undefined } as never)) as object);
    }
    const once: OnceRequest = {
      name,
      key: idempotencyKey(context),
      scopes: [keyScope(account)],
      hash: hashRequest(name, input),
    };
    const answer = await answerOnce(services, once, async (tx) => {
      if (account) {
        await assertNotDeleted(tx, account.id);
        await spendIn(tx, services, `ops:${account.id}`, opLimit);
      }
      return handler({ ...base, tx } as never);
    });
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });
}

/** What may be half of a character: only written so can one come alone. */
const halfPair = /\\u[dD][89a-fA-F]/;

/** No database keeps half a character, so what is looked up and what is kept would be two things. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** The JSON object of a body, or a problem: too large, another type, not JSON, not an object. */
export async function jsonBody(context: Context): Promise<object> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new Problem('UNSUPPORTED_TYPE', 'Send a JSON body.');
  }
  const text = await limitedText(context.req.raw, limits.jsonBytes);
  let value: unknown;
  try {
    value = JSON.parse(text, halfPair.test(text) ? wellFormed : undefined);
  } catch {
    throw new Problem('MALFORMED', messages.invalid.body);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('MALFORMED', messages.invalid.body);
  }
  refuseLongLists(value);
  return value;
}

/**
 * Throws INVALID for a list that is longer than any call takes. A schema looks at every item before
 * it counts them, and keeps an issue for each: tens of thousands of those take seconds.
 */
function refuseLongLists(body: object): void {
  for (const [field, value] of Object.entries(body)) {
    const inside: unknown[] = [value];
    for (let next = inside.pop(); next !== undefined; next = inside.pop()) {
      if (typeof next !== 'object' || next === null) continue;
      if (Array.isArray(next) && next.length > limits.listLength) {
        const fields = { [field]: messages.invalid.tooLong };
        throw new Problem('INVALID', messages.invalid.tooLong, { fields });
      }
      inside.push(...Object.values(next));
    }
  }
}

/** The body as text, given up as soon as it is longer than `max` bytes. */
export async function limitedText(request: Request, max: number): Promise<string> {
  const tooLarge = () => new Problem('TOO_LARGE', `This is larger than ${max / 1024} KB.`);
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > max) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
