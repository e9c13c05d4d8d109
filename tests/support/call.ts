import type { Hono } from 'hono';
import * as v from 'valibot';
import {
  type Call,
  type CallAnswer,
  type CallName,
  type CallRequest,
  callPath,
  calls,
} from '#contract/shop/calls.ts';
import { type ProblemBody, problemSchema } from '#contract/wire/problem.ts';

interface Extras {
  readonly token?: string;
  /** Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Requested<N extends CallName> = CallRequest<N> & Extras;

/** Sends one call of the contract without a port. */
export async function send<N extends CallName>(
  app: Hono,
  name: N,
  request: Requested<N>,
): Promise<Response> {
  const { params, query, body, token, key, headers } = request as Extras & {
    readonly params?: Record<string, string>;
    readonly query?: Record<string, string | undefined>;
    readonly body?: unknown;
  };
  const given = Object.entries(query ?? {}).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value]],
  );
  const search = new URLSearchParams(given).toString();
  return app.request(`${callPath(name, params)}${search && `?${search}`}`, {
    method: calls[name].method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Makes a call and returns its answer; throws on a refusal, a wrong shape or an unlisted field. */
export async function call<N extends CallName>(
  app: Hono,
  name: N,
  request: Requested<N>,
): Promise<{ status: number; answer: CallAnswer<N>; headers: Headers }> {
  const response = await send(app, name, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
  const entry: Call = calls[name];
  const answer = parseExactly(entry.answer, text) as CallAnswer<N>;
  return { status: response.status, answer, headers: response.headers };
}

/** Makes a call that must be refused; throws if it succeeds or the problem has another shape. */
export async function callRefused<N extends CallName>(
  app: Hono,
  name: N,
  request: Requested<N>,
): Promise<{ status: number; problem: ProblemBody; headers: Headers }> {
  const response = await send(app, name, request);
  const text = await response.text();
  if (response.ok) throw new Error(`${name} was not refused: ${text}`);
  const problem = parseExactly(problemSchema, text) as ProblemBody;
  return { status: response.status, problem, headers: response.headers };
}

/** Parses JSON with a schema; a field that the schema doesn't name is an error too. */
export function parseExactly(schema: v.GenericSchema, text: string): unknown {
  const value: unknown = JSON.parse(text);
  const parsed = v.parse(schema, value);
  const unlisted = firstUnlisted(value, parsed, '');
  if (unlisted) throw new Error(`the contract doesn't name ${unlisted}`);
  return parsed;
}

function firstUnlisted(value: unknown, parsed: unknown, path: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (typeof parsed !== 'object' || parsed === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!Object.hasOwn(parsed, key)) return `${path}.${key}`;
    const deeper = firstUnlisted(inner, Reflect.get(parsed, key), `${path}.${key}`);
    if (deeper) return deeper;
  }
  return null;
}
