import type { Hono } from 'hono';
import type { StudioCall } from '#contract/studio/call.ts';
import {
  type StudioCallAnswer,
  type StudioCallName,
  type StudioCallRequest,
  studioCallPath,
  studioCalls,
} from '#contract/studio/calls.ts';
import { type ProblemBody, problemSchema } from '#contract/wire/problem.ts';
import { parseExactly } from './call.ts';

/** The header of a browser's request from a page of the same origin. */
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

export interface StudioExtras {
  /** From `cookieOf`. */
  readonly cookie?: string;
  /** Replaces the headers of the studio's own page. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The parts of a call, valid or not. */
export interface StudioParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** A body as text, for what no value serialises to. */
  readonly text?: string;
  /** The body of a call with `hasBytes`. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Sends one call of the studio without a port. */
export async function sendStudio(
  app: Hono,
  name: StudioCallName,
  request: StudioExtras & StudioParts,
): Promise<Response> {
  const { params, query = {}, body, bytes, cookie, headers = sameOrigin } = request;
  const { text = body === undefined ? undefined : JSON.stringify(body) } = request;
  const call: StudioCall = studioCalls[name];
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given as [string, string][]).toString();
  return app.request(studioCallPath(name, params) + (search && `?${search}`), {
    method: call.method,
    headers: {
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
    ...(bytes && { body: bytes }),
  });
}

/** Makes a call and returns its answer; throws on a refusal, a wrong shape or an unlisted field. */
export async function callStudio<N extends StudioCallName>(
  app: Hono,
  name: N,
  request: StudioCallRequest<N> & StudioExtras & Pick<StudioParts, 'bytes'>,
): Promise<{ answer: StudioCallAnswer<N>; headers: Headers }> {
  const response = await sendStudio(app, name, request as StudioExtras & StudioParts);
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
  const call: StudioCall = studioCalls[name];
  const answer = parseExactly(call.answer, text) as StudioCallAnswer<N>;
  return { answer, headers: response.headers };
}

/** Makes a call that must be refused; throws if it succeeds or the problem has another shape. */
export async function studioRefused<N extends StudioCallName>(
  app: Hono,
  name: N,
  request: StudioCallRequest<N> & StudioExtras & Pick<StudioParts, 'bytes'>,
): Promise<{ status: number; problem: ProblemBody; headers: Headers }> {
  const response = await sendStudio(app, name, request as StudioExtras & StudioParts);
  const text = await response.text();
  if (response.ok) throw new Error(`${name} was not refused: ${text}`);
  const problem = parseExactly(problemSchema, text) as ProblemBody;
  return { status: response.status, problem, headers: response.headers };
}

/** The cookie of an answer as a browser sends it back. */
export function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
