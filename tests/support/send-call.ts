import type { Hono } from 'hono';
import * as v from 'valibot';
import { type Call, pathOf } from '#contract/wire/call.ts';
import { type ProblemBody, problemSchema } from '#contract/wire/problem.ts';

/** The parts of a call, valid or not. */
export interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON, a Blob as its bytes. */
  readonly body?: unknown;
  /** A JSON body as text, for what no value serialises to. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one call without a port. */
export async function sendCall(
  app: Hono,
  call: Call,
  { params, query = {}, body, text, headers }: CallParts,
): Promise<Response> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given as [string, string][]).toString();
  const json = text ?? (body instanceof Blob ? undefined : JSON.stringify(body));
  return app.request(pathOf(call, params) + (search && `?${search}`), {
    method: call.method,
    headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(json !== undefined && { body: json }),
    ...(body instanceof Blob && { body }),
  });
}

/** The answer as the contract promises it; throws on a refusal, a wrong shape or an unlisted field. */
export async function answerOf(call: Call, response: Response) {
  const { status, headers } = response;
  const text = await response.text();
  if (!response.ok) throw new Error(`${call.path} answered ${status}: ${text}`);
  return { status, answer: parseExactly(call.answer, text), headers };
}

/** The problem of a call that must be refused; throws if it succeeds or the problem has another shape. */
export async function problemOf(call: Call, response: Response) {
  const { status, headers } = response;
  const text = await response.text();
  if (response.ok) throw new Error(`${call.path} was not refused: ${text}`);
  return { status, problem: parseExactly(problemSchema, text) as ProblemBody, headers };
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
