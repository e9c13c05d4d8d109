import type { Context, Hono } from 'hono';
import { queryRecord } from '#contract/catalogue/catalogue-calls.ts';
import type { StudioCall } from '#contract/studio/call.ts';
import {
  type StudioCallAnswer,
  type StudioCallInput,
  type StudioCallName,
  studioApiBase,
  studioCalls,
} from '#contract/studio/calls.ts';
import { jsonBody } from '../platform/calls/serve.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { type DeviceCookie, deviceCookie } from '../platform/http/device-cookie.ts';
import { parsePart } from '../platform/http/parse.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { notSignedIn } from '../platform/sign-in/signed-in.ts';
import { assertSameOrigin } from './same-origin.ts';
import { forgetSession, keepSession, sessionToken } from './session-cookie.ts';
import { type StudioAccount, studioAccountOf } from './sessions.ts';

const studioDevice = { name: 'pinwheel-studio-device', path: studioApiBase };

type AccountFor<N extends StudioCallName> = (typeof studioCalls)[N]['access'] extends 'studio'
  ? StudioAccount
  : null;

/** What a handler gets: the parsed request and its caller. */
export interface StudioCallContext<N extends StudioCallName> extends StudioCallInput<N> {
  /** Null for a call that needs no sign-in, even if the caller is signed in. */
  readonly account: AccountFor<N>;
  /** The caller's network address, for limits. */
  readonly address: string;
  /** Recognises the caller's device. */
  readonly device: DeviceCookie;
  /** The body of a call with `hasBytes`; empty if the request has none. */
  readonly bytes: ReadableStream<Uint8Array>;
  /** The request's headers, for a file sent in parts. */
  readonly headers: Headers;
  /** Stores a session's token in the browser. */
  keepSession(token: string): void;
  forgetSession(): void;
}

/**
 * Registers one call of the studio, as `serve` does for the shop: checks origin and permission, validates,
 * then calls `handler`.
 */
export function serveStudio<N extends StudioCallName>(
  app: Hono,
  services: Services,
  name: N,
  handler: (context: StudioCallContext<N>) => Promise<StudioCallAnswer<N>>,
): void {
  const { env } = services;
  const call: StudioCall = studioCalls[name];
  const path = studioApiBase + call.path.replace(/\{(\w+)\}/g, ':$1');
  app.on(call.method, path, async (context) => {
    refuseBearer(context);
    if (call.method !== 'GET') assertSameOrigin(context, env);
    const account = call.access === 'studio' ? await signedIn(services, context) : null;
    const input = {
      params: parsePart(call.params, context.req.param(), 'NOT_FOUND'),
      query: parsePart(call.query, queryRecord(new URL(context.req.url).search.slice(1))),
      body: call.body && parsePart(call.body, await jsonBody(context)),
    };
    const answer = await handler({
      ...input,
      account,
      address: clientAddress(services, context),
      device: deviceCookie(context, env, studioDevice),
      bytes: context.req.raw.body ?? emptyStream(),
      headers: context.req.raw.headers,
      keepSession: (token: string) => keepSession(context, env, token),
      forgetSession: () => forgetSession(context, env),
    } as never);
    if (answer instanceof Response) return answer;
    context.header('Cache-Control', 'no-store');
    return context.json(answer as object);
  });
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new Blob([]).stream();
}

/** Refuses bearer tokens: buyers send them, the studio never does. */
function refuseBearer(context: Context): void {
  if (!/^bearer\b/i.test(context.req.header('authorization') ?? '')) return;
  throw new Problem('FORBIDDEN', 'The studio has a sign-in of its own.');
}

async function signedIn(services: Services, context: Context): Promise<StudioAccount> {
  const token = sessionToken(context);
  const account = token && (await studioAccountOf(services, token));
  if (!account) throw notSignedIn();
  return account;
}
