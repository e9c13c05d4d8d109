import ky from 'ky';
import * as v from 'valibot';
import { catalogueShape, checkedShapeHeader } from '#contract/catalogue/catalogue-shape.ts';
import {
  type Call,
  type CallAnswer,
  type CallName,
  type CallRequest,
  callPath,
  calls,
} from '#contract/shop/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { readProblemSchema } from '#contract/wire/problem.ts';

/** How a call is made, beside what it says. */
export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Instead of the session's: for the call that ends it. */
  readonly token?: string;
  /** Instead of the client's own, for a call that carries much. */
  readonly timeoutMs?: number;
  /** Files of a multipart call, each appended under its name. */
  readonly files?: Readonly<Record<string, readonly Blob[]>>;
}

/** A call's parts; `query` may be left out, since every parameter of every query has a default. */
export type RequestOf<N extends CallName> = Omit<CallRequest<N>, 'query'> &
  Partial<Pick<CallRequest<N>, Extract<keyof CallRequest<N>, 'query'>>>;

/** Calls without required parts are made without an argument. */
export type RequestArguments<N extends CallName, O = unknown> =
  object extends RequestOf<N> ? [request?: RequestOf<N> & O] : [request: RequestOf<N> & O];

/** An answer, and since when a worker has kept it (ISO 8601; null: fresh from the server). */
export interface Answered<N extends CallName> {
  readonly answer: CallAnswer<N>;
  readonly savedAt: string | null;
}

export interface Client {
  /** The parsed answer. Throws ApiError, or the signal's reason when the caller aborts. */
  request<N extends CallName>(
    name: N,
    ...request: RequestArguments<N, CallOptions>
  ): Promise<CallAnswer<N>>;
  /** As `request`, with where the answer came from. */
  ask<N extends CallName>(
    name: N,
    ...request: RequestArguments<N, CallOptions>
  ): Promise<Answered<N>>;
}

export interface ClientDependencies {
  /** The bearer token, read anew for each call; null sends no header (OP-29). */
  readonly token: () => string | null | Promise<string | null>;
  /** Told when the server no longer knows the token a call carried. */
  readonly onSignedOut?: (token: string) => void;
  /** Told the shop's own time (ms since 1970) with each of its answers. */
  readonly onShopTime?: (shopTime: number) => void;
  /** Where the API stands; the page's own origin unless said. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** For the whole call, answer's body included. */
  readonly timeoutMs?: number;
}

interface AnyRequest extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const defaultTimeoutMs = 20_000;

function formOf(request: AnyRequest): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request.body ?? {})) form.append(name, String(value));
  for (const [name, files] of Object.entries(request.files ?? {})) {
    for (const file of files) form.append(name, file);
  }
  return form;
}

/** `Retry-After` as seconds, whether it came as a number or as a date. */
function retryAfterOf(response: Response): number | null {
  const text = response.headers.get('Retry-After');
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

/** The one way to the API, for page, offline code and worker. It never repeats a call by itself. */
export function createClient(dependencies: ClientDependencies): Client {
  const {
    token: tokenOf,
    onSignedOut,
    onShopTime,
    baseUrl,
    timeoutMs = defaultTimeoutMs,
  } = dependencies;

  async function send(name: CallName, request: AnyRequest, token: string | null) {
    const call: Call = calls[name];
    const timeout = AbortSignal.timeout(request.timeoutMs ?? timeoutMs);
    try {
      const response = await ky(callPath(name, request.params), {
        method: call.method,
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(request.idempotencyKey === undefined
            ? {}
            : { 'Idempotency-Key': request.idempotencyKey }),
        },
        ...(request.query === undefined ? {} : { searchParams: request.query }),
        ...(request.body === undefined && request.files === undefined
          ? {}
          : call.bodyType === 'multipart'
            ? { body: formOf(request) }
            : { json: request.body }),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(dependencies.fetch === undefined ? {} : { fetch: dependencies.fetch }),
      });
      return { response, json: parseJson(await response.text()) };
    } catch (cause) {
      if (request.signal?.aborted) throw cause;
      throw new ApiError(timeout.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', null, null, { cause });
    }
  }

  async function ask<N extends CallName>(
    name: N,
    ...[parts]: RequestArguments<N, CallOptions>
  ): Promise<Answered<N>> {
    const request = (parts ?? {}) as AnyRequest;
    const token = request.token ?? (await tokenOf());
    const { response, json } = await send(name, request, token);
    if (!response.ok) {
      const problem = v.safeParse(readProblemSchema, json);
      const error = new ApiError(
        response.status,
        problem.success ? problem.output : null,
        retryAfterOf(response),
      );
      if (token !== null && error.code === 'NOT_SIGNED_IN') onSignedOut?.(token);
      throw error;
    }
    const savedAt = response.headers.get('X-Saved-At');
    // Checking a whole catalogue once more would hold up a phone's first cards.
    if (response.headers.get(checkedShapeHeader) === String(catalogueShape)) {
      return { answer: json as CallAnswer<N>, savedAt };
    }
    const answer = v.safeParse(calls[name].answer, json);
    if (!answer.success) {
      // What isn't even JSON is none of ours: the page of a captive portal.
      const cause = json === undefined ? new SyntaxError('Not JSON') : undefined;
      throw new ApiError('PARSING_ERROR', null, null, { cause });
    }
    const shopTime = Date.parse(response.headers.get('Date') ?? '');
    if (savedAt === null && !Number.isNaN(shopTime)) onShopTime?.(shopTime);
    return { answer: answer.output as CallAnswer<N>, savedAt };
  }

  return { ask, request: async (...call) => (await ask(...call)).answer };
}
