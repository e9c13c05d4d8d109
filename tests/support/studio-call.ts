import type { Hono } from 'hono';
import {
  type StudioCallAnswer,
  type StudioCallName,
  type StudioCallRequest,
  studioCalls,
} from '#contract/studio/calls.ts';
import type { ProblemBody } from '#contract/wire/problem.ts';
import { answerOf, type CallParts, problemOf, sendCall } from './send-call.ts';

/** The header of a browser's request from a page of the same origin. */
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

export interface StudioExtras {
  /** From `cookieOf`. */
  readonly cookie?: string;
  /** Replaces the headers of the studio's own page. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Requested<N extends StudioCallName> = StudioCallRequest<N> & StudioExtras;

/** Sends one call of the studio without a port. */
export function sendStudio(
  app: Hono,
  name: StudioCallName,
  { cookie, headers = sameOrigin, ...parts }: CallParts & StudioExtras,
): Promise<Response> {
  return sendCall(app, studioCalls[name], {
    ...parts,
    headers: { ...(cookie && { Cookie: cookie }), ...headers },
  });
}

/** Makes a call and returns its answer; throws on a refusal, a wrong shape or an unlisted field. */
export async function callStudio<N extends StudioCallName>(
  app: Hono,
  name: N,
  request: Requested<N>,
): Promise<{ answer: StudioCallAnswer<N>; headers: Headers }> {
  const response = await sendStudio(app, name, request);
  const { answer, headers } = await answerOf(studioCalls[name], response);
  return { answer: answer as StudioCallAnswer<N>, headers };
}

/** Makes a call that must be refused; throws if it succeeds or the problem has another shape. */
export async function studioRefused<N extends StudioCallName>(
  app: Hono,
  name: N,
  request: Requested<N>,
): Promise<{ status: number; problem: ProblemBody; headers: Headers }> {
  return problemOf(studioCalls[name], await sendStudio(app, name, request));
}

/** The cookie of an answer as a browser sends it back. */
export function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
