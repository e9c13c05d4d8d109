import type { Hono } from 'hono';
import { type CallAnswer, type CallName, type CallRequest, calls } from '#contract/shop/calls.ts';
import type { ProblemBody } from '#contract/wire/problem.ts';
import { answerOf, type CallParts, problemOf, sendCall } from './send-call.ts';

interface Extras {
  readonly token?: string;
  /** Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Requested<N extends CallName> = CallRequest<N> & Extras;

/** Sends one call of the shop without a port. */
export function send<N extends CallName>(
  app: Hono,
  name: N,
  request: Requested<N>,
): Promise<Response> {
  const { token, key, headers, ...parts } = request as Extras & CallParts;
  return sendCall(app, calls[name], {
    ...parts,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(key && { 'Idempotency-Key': key }),
      ...headers,
    },
  });
}

/** Makes a call and returns its answer; throws on a refusal, a wrong shape or an unlisted field. */
export async function call<N extends CallName>(
  app: Hono,
  name: N,
  request: Requested<N>,
): Promise<{ status: number; answer: CallAnswer<N>; headers: Headers }> {
  const answered = await answerOf(calls[name], await send(app, name, request));
  return { ...answered, answer: answered.answer as CallAnswer<N> };
}

/** Makes a call that must be refused; throws if it succeeds or the problem has another shape. */
export async function callRefused<N extends CallName>(
  app: Hono,
  name: N,
  request: Requested<N>,
): Promise<{ status: number; problem: ProblemBody; headers: Headers }> {
  return problemOf(calls[name], await send(app, name, request));
}
