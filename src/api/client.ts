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

/** Options of a call, besides its parameters. */
export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Used instead of the session's token, for the call that ends that session. */
  readonly token?: string;
  /** Overrides the client's timeout, for large requests. */
  readonly timeoutMs?: number;
  /** Files of a multipart call, by field name. */
  readonly files?: Readonly<Record<string, readonly Blob[]>>;
}

/** The parts of a call. `query` is optional, since every query parameter has a default. */
export type RequestOf<N extends CallName> = Omit<CallRequest<N>, 'query'> &
  Partial<Pick<CallRequest<N>, Extract<keyof CallRequest<N>, 'query'>>>;

/** A call without required parts needs no argument. */
export type RequestArguments<N extends CallName, O = unknown> =
  object extends RequestOf<N> ? [request?: RequestOf<N> & O] : [request: RequestOf<N> & O];

/** An answer, and when the worker stored it (ISO 8601); null: fresh from the server. */
export interface Answered<N extends CallName> {
  readonly answer: CallAnswer<N>;
  readonly savedAt: string | null;
}

export interface Client {
  /**
   * Resolves with the parsed answer.
   * @throws ApiError, or the signal's reason if the caller aborts
   */
  request<N extends CallName>(
    name: N,
    ...request: RequestArguments<N, CallOptions>
  ): Promise<CallAnswer<N>>;
  /** Like `request`, and also tells where the answer came from. */
  ask<N extends CallName>(
    name: N,
    ...request: RequestArguments<N, CallOptions>
  ): Promise<Answered<N>>;
}

export interface ClientDependencies {
  /** The bearer token, read again for each call; null sends no header (OP-29). */
  readonly token: () => string | null | Promise<string | null>;
  /** Called when the server no longer accepts the token that a call carried. */
  readonly onSignedOut?: (token: string) => void;
  /** Called with the shop's time (ms since 1970) on each of its answers. */
  readonly onShopTime?: (shopTime: number) => void;
  /** Base URL of the API; default: the page's own origin. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Timeout of the whole call, including the answer's body. */
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

/** Reads `Retry-After`, a number or a date, as seconds. */
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

/** Creates a client. All calls of page, offline code and worker go through one; it never retries. */
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
    // Checking a whole catalogue again would delay a phone's first cards.
    if (response.headers.get(checkedShapeHeader) === String(catalogueShape)) {
      return { answer: json as CallAnswer<N>, savedAt };
    }
    const answer = v.safeParse(calls[name].answer, json);
    if (!answer.success) {
      // An answer that isn't even JSON isn't ours, but a captive portal's page.
      const cause = json === undefined ? new SyntaxError('Not JSON') : undefined;
      throw new ApiError('PARSING_ERROR', null, null, { cause });
    }
    const shopTime = Date.parse(response.headers.get('Date') ?? '');
    if (savedAt === null && !Number.isNaN(shopTime)) onShopTime?.(shopTime);
    return { answer: answer.output as CallAnswer<N>, savedAt };
  }

  return { ask, request: async (...call) => (await ask(...call)).answer };
}
