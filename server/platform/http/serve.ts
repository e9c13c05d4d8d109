import type { Context, Hono } from 'hono';
import type { AnswerOf, Call, CallTable, InputOf } from '#contract/wire/call.ts';
import { fillTemplate, queryRecord } from '#contract/wire/url-template.ts';
import type { Change } from '../database/change.ts';
import { awaitSender } from '../database/patience.ts';
import type { Services } from '../services/services.ts';
import { answeringAgain, type Once } from './answer-again.ts';
import { clientAddress } from './client-address.ts';
import { type DeviceCookie, type DeviceCookieName, deviceCookie } from './device-cookie.ts';
import { answerOnce, hashRequest, idempotencyKey, keyScope } from './idempotency.ts';
import { jsonBody } from './json-body.ts';
import { parsePart } from './parse.ts';

/** The account of a caller; null: unknown. */
type Caller = { readonly id: string } | null;

/** For each access of a table, what a handler gets as `account`. */
type Accounts = Readonly<Record<string, Caller>>;

/** How the callers of a table are recognised. Nothing else differs between tables. */
export interface Callers<A extends Accounts> {
  /** The cookie that identifies a device. */
  readonly device: DeviceCookieName;
  /** The caller. Throws if they may not make this call. */
  recognise(
    services: Services,
    context: Context,
    call: Call<keyof A & string>,
  ): Promise<A[keyof A]>;
  /** Runs first in the transaction of an idempotent call. Throws if the caller may no longer make it. */
  admit?(change: Change, services: Services, account: A[keyof A]): Promise<void>;
}

/** What a handler gets: the parsed request and its caller. */
export interface CallContext<C extends Call, A extends Accounts> extends InputOf<C> {
  readonly account: A[C['access']];
  /** The caller's network address, for limits. */
  readonly address: string;
  /** Identifies the caller's device, for calls below the path of its cookie. */
  readonly device: DeviceCookie;
  /**
   * Only for idempotent calls: the change and the stored answer commit together. It changes only what is the
   * account's; see `Database.write`.
   */
  readonly change: C extends { readonly isIdempotent: true } ? Change : undefined;
  /** Only for repeatable calls: has the call take effect once for each key. */
  readonly once: C extends { readonly isRepeatable: true } ? Once : undefined;
  /** The raw request, for headers and cookies. */
  readonly context: Context;
}

type Serve<T extends CallTable, A extends Accounts> = <N extends keyof T & string>(
  app: Hono,
  services: Services,
  name: N,
  handler: (context: CallContext<T[N], A>) => Promise<AnswerOf<T[N]>>,
) => void;

/**
 * Returns the function that registers the calls of a table. It checks permission and size, validates, stores
 * the answers of idempotent calls, and calls the handler.
 */
export function serveTable<A extends Accounts, T extends CallTable<keyof A & string>>(
  table: T,
  callers: Callers<A>,
): Serve<T, A> {
  return (app, services, name, handler) => {
    const call: T[typeof name] = table[name];
    app.on(call.method, routePath(call), async (context) => {
      const account = await callers.recognise(services, context, call);
      const input = {
        params: parsePart(call.params, context.req.param(), 'NOT_FOUND'),
        query: parsePart(call.query, queryRecord(new URL(context.req.url).search.slice(1))),
        body: await readBody(context, call),
      };
      const address = clientAddress(services, context);
      const device = deviceCookie(context, services.env.publicUrl, callers.device);
      const once = call.isRepeatable
        ? answeringAgain(services, {
            name,
            key: idempotencyKey(context),
            request: { ...input, caller: account?.id },
          })
        : undefined;
      const work = (change?: Change): Promise<unknown> =>
        handler({ ...input, account, address, device, change, once, context } as never);
      if (!call.isIdempotent) {
        const answer = await work();
        if (answer instanceof Response) return answer;
        context.header('Cache-Control', 'no-store');
        return context.json(answer as object);
      }
      const key = idempotencyKey(context);
      const request = {
        name,
        key,
        scopes: [keyScope(account)],
        hash: hashRequest(name, input),
        owner: account?.id,
      } as const;
      const { json } = await answerOnce(services, request, async (change) => {
        await callers.admit?.(change, services, account);
        return work(change);
      });
      context.header('Cache-Control', 'no-store');
      return context.body(json, 200, { 'Content-Type': 'application/json' });
    });
  };
}

/** The path of a call in Hono's syntax: `:id` is a parameter. */
export function routePath({ path }: Call): string {
  return fillTemplate(path, (name) => `:${name}`);
}

async function readBody(context: Context, { body, bodyType, bodyBytes }: Call): Promise<unknown> {
  if (bodyType === 'bytes') return context.req.raw.body ?? new Blob([]).stream();
  return body && parsePart(body, await awaitSender(jsonBody(context, bodyBytes)));
}
