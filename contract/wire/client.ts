import ky from 'ky';
import * as v from 'valibot';
import { ApiError } from './api-error.ts';
import { type AnswerOf, type Call, pathOf, type RequestOf } from './call.ts';
import { newUuid } from './new-uuid.ts';
import { readProblemSchema } from './problem.ts';

/** The header in which a device's own answer says when the shop last confirmed it (ISO 8601). */
export const savedAtHeader = 'X-Saved-At';

/** Options of a call, besides its parameters. */
export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Used instead of the client's token; null sends none. */
  readonly token?: string | null;
  /** Overrides the client's timeout, for large requests. */
  readonly timeoutMs?: number;
  /** Files of a multipart call, by field name. */
  readonly files?: Readonly<Record<string, readonly Blob[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** For what nobody waits for: the browser fetches what the page needs first. */
  readonly priority?: 'low';
}

/** A call without required parts needs no argument. */
export type ArgumentsOf<C, O = unknown> =
  object extends RequestOf<C> ? [request?: RequestOf<C> & O] : [request: RequestOf<C> & O];

export interface ClientDependencies {
  /** The bearer token, read again for each call; omitted if a cookie identifies the caller. */
  readonly token?: () => string | null | Promise<string | null>;
  /** Called with the token of a call when the server no longer accepts its session. */
  readonly onSignedOut?: (token: string | null) => void;
  /** Whether the answer was parsed before, so that it needn't be parsed again. */
  readonly isParsed?: (headers: Headers) => boolean;
  /** Base URL of the API; default: the page's own origin. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Timeout of the whole call, including the answer's body. */
  readonly timeoutMs: number;
}

/**
 * Makes one call. Resolves with the parsed answer and its headers. Never retries.
 * @throws ApiError, or the signal's reason if the caller aborts
 */
export type Ask = <C extends Call>(
  call: C,
  ...request: ArgumentsOf<C, CallOptions>
) => Promise<{ readonly answer: AnswerOf<C>; readonly headers: Headers }>;

interface AnyRequest extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: Readonly<Record<string, unknown>> | Blob;
}

export function createAsk(dependencies: ClientDependencies): Ask {
  const { token: tokenOf, onSignedOut, isParsed } = dependencies;
  const unsettled = new Map<Call, Unsettled>();
  return async (call, ...[parts]) => {
    const request = withKey(unsettled, call, (parts ?? {}) as AnyRequest);
    const token = request.token === undefined ? ((await tokenOf?.()) ?? null) : request.token;
    const { response, json } = await send(call, request, token, dependencies);
    const { headers } = response;
    if (json !== undefined && (response.ok || response.status === 422)) unsettled.delete(call);
    if (!response.ok) {
      const problem = v.safeParse(readProblemSchema, json);
      const read = problem.success ? problem.output : null;
      const savedAt = headers.get(savedAtHeader);
      const error = new ApiError(response.status, read, retryAfterOf(headers), { savedAt });
      if (error.code === 'NOT_SIGNED_IN') onSignedOut?.(token);
      throw error;
    }
    if (isParsed?.(headers)) return { answer: json as AnswerOf<typeof call>, headers };
    const answer = v.safeParse(call.answer, json);
    if (!answer.success) {
      // If it isn't even JSON, it isn't from the shop, but for example from a captive portal.
      const cause = json === undefined ? new SyntaxError('Not JSON') : undefined;
      throw new ApiError('PARSING_ERROR', null, null, { cause });
    }
    return { answer: answer.output, headers };
  };
}

/**
 * The last request of a repeatable call that may have taken effect although no answer said so. A refusal such as 401 or 429
 * doesn't settle it, because the shop may refuse a repeated one before it looks at its key.
 */
interface Unsettled {
  readonly parts: string;
  readonly key: string;
}

/** Gives a repeatable call its key: the same one for as long as the same request isn't settled. */
function withKey(unsettled: Map<Call, Unsettled>, call: Call, request: AnyRequest): AnyRequest {
  if (!call.isRepeatable) return request;
  const parts = JSON.stringify([request.params, request.body]);
  const before = unsettled.get(call);
  const key = before?.parts === parts ? before.key : newUuid();
  unsettled.set(call, { parts, key });
  return { ...request, idempotencyKey: key };
}

async function send(
  call: Call,
  request: AnyRequest,
  token: string | null,
  { baseUrl, fetch, timeoutMs }: ClientDependencies,
) {
  const { params, query, idempotencyKey, signal, priority } = request;
  const timeout = AbortSignal.timeout(request.timeoutMs ?? timeoutMs);
  try {
    const response = await ky(pathOf(call, params), {
      method: call.method,
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...request.headers,
      },
      ...(query && { searchParams: query }),
      ...(priority && { priority }),
      ...bodyOf(call, request),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(fetch && { fetch }),
    });
    return { response, json: parseJson(await response.text()) };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(timeout.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', null, null, { cause });
  }
}

/** The body in the encoding of the call. */
function bodyOf({ bodyType }: Call, { body, files }: AnyRequest) {
  if (body instanceof Blob) return { body };
  if (bodyType !== 'multipart') return body && { json: body };
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  for (const [name, blobs] of Object.entries(files ?? {})) {
    for (const blob of blobs) form.append(name, blob);
  }
  return { body: form };
}

/** Reads `Retry-After`, a number or a date, as seconds. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
