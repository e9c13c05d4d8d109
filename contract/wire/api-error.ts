import type { ReadProblem } from './problem.ts';

/** What the client reports: the HTTP status, or why there is none (T14). */
export type ApiStatus = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | number;

/** A call that failed. `message` is the server's text, or empty if it sent none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ApiStatus;
  readonly problem: ReadProblem | null;
  /** Seconds the server asks the client to wait. */
  readonly retryAfter: number | null;
  /** If the device itself answered: when the shop last confirmed what it has (ISO 8601). Otherwise null. */
  readonly savedAt: string | null;

  constructor(
    status: ApiStatus,
    problem: ReadProblem | null = null,
    retryAfter: number | null = null,
    { savedAt = null, ...options }: ErrorOptions & { readonly savedAt?: string | null } = {},
  ) {
    super(problem?.message ?? '', options);
    this.savedAt = savedAt;
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get code(): ReadProblem['code'] | null {
    return this.problem?.code ?? null;
  }

  /** The refused fields of a 422, each with its message. */
  get fields(): Readonly<Record<string, string>> {
    return this.problem?.fields ?? {};
  }
}

/**
 * Whether the error is an answer of the shop's server, and the server works: a problem with a code other
 * than UNAVAILABLE. An answer without a code came from a proxy or captive portal; only a 413 counts, because
 * a proxy that refuses a request's size says nothing against the server behind it.
 */
export function isShopsAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === null) return error.status === tooLargeStatus;
  return error.code !== 'UNAVAILABLE';
}

const tooLargeStatus = 413;

export const tooLargeForProxy =
  'The shop’s server refuses uploads of this size before the shop gets them.';

/** Whether a proxy in front of the shop refuses the size of a request that the shop itself might accept. */
export function isTooLargeForProxy(error: unknown): boolean {
  return error instanceof ApiError && error.status === tooLargeStatus && error.code !== 'TOO_LARGE';
}

/** The text of a failure toast: the server's message, or what a proxy refuses, or else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  if (isTooLargeForProxy(error)) return tooLargeForProxy;
  return (error instanceof ApiError && error.message) || fallback;
}
