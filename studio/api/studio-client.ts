import ky from 'ky';
import * as v from 'valibot';
import type { StudioCall } from '#contract/studio/call.ts';
import {
  type StudioCallAnswer,
  type StudioCallName,
  type StudioCallRequest,
  studioCallPath,
  studioCalls,
} from '#contract/studio/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { readProblemSchema } from '#contract/wire/problem.ts';
import { studioSession } from './studio-session.ts';

/** How a call is made, apart from its contents. */
export interface StudioCallOptions {
  readonly signal?: AbortSignal;
  /** The body of a call with `hasBytes`. */
  readonly bytes?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the whole call, including the answer's body. */
  readonly timeoutMs?: number;
}

/** A call's parts; `query` is optional, because every query parameter has a default. */
type StudioRequest<N extends StudioCallName> = Omit<StudioCallRequest<N>, 'query'> &
  Partial<Pick<StudioCallRequest<N>, Extract<keyof StudioCallRequest<N>, 'query'>>>;

/** Calls without required parts take no argument. */
export type StudioArguments<N extends StudioCallName, O = unknown> =
  object extends StudioRequest<N>
    ? [request?: StudioRequest<N> & O]
    : [request: StudioRequest<N> & O];

interface AnyRequest extends StudioCallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

const defaultTimeoutMs = 30_000;

/**
 * Makes all calls to the studio's API; the browser adds the session cookie. Returns the answer that the
 * contract declares. If the session has ended, shows the sign-in over the page, which stays as it is.
 * @throws ApiError, or the signal's reason if the caller aborts
 */
export async function request<N extends StudioCallName>(
  name: N,
  ...[parts]: StudioArguments<N, StudioCallOptions>
): Promise<StudioCallAnswer<N>> {
  const call: StudioCall = studioCalls[name];
  const { response, json } = await send(name, call, (parts ?? {}) as AnyRequest);
  if (!response.ok) {
    const problem = v.safeParse(readProblemSchema, json);
    const error = new ApiError(response.status, problem.success ? problem.output : null);
    if (error.code === 'NOT_SIGNED_IN') studioSession.getState().close();
    throw error;
  }
  const answer = v.safeParse(call.answer, json);
  if (!answer.success) throw new ApiError('PARSING_ERROR');
  return answer.output as StudioCallAnswer<N>;
}

async function send(name: StudioCallName, call: StudioCall, parts: AnyRequest) {
  const { params, query, body, bytes, headers, signal, timeoutMs = defaultTimeoutMs } = parts;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await ky(studioCallPath(name, params), {
      method: call.method,
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(query && { searchParams: query }),
      ...(body === undefined ? {} : { json: body }),
      ...(bytes && { body: bytes }),
      ...(headers && { headers }),
    });
    return { response, json: parseJson(await response.text()) };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(timeout.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', null, null, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
