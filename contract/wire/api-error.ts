import type { ReadProblem } from './problem.ts';

/** What the client layer reports: the HTTP status, or why there is none (spec §8). */
export type ApiStatus = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | number;

/** A call that failed. `message` is the server's text, empty where it sent none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ApiStatus;
  readonly problem: ReadProblem | null;
  /** Seconds the server asks to wait. */
  readonly retryAfter: number | null;

  constructor(
    status: ApiStatus,
    problem: ReadProblem | null = null,
    retryAfter: number | null = null,
    options?: ErrorOptions,
  ) {
    super(problem?.message ?? '', options);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get code(): ReadProblem['code'] | null {
    return this.problem?.code ?? null;
  }

  /** The refused fields of a 422, each with its text. */
  get fields(): Readonly<Record<string, string>> {
    return this.problem?.fields ?? {};
  }
}

/**
 * Whether it is an answer of the shop, and of one that works. A proxy and a captive portal answer in its
 * place; one that finds a request too large says nothing of the shop behind it.
 */
export function isShopsAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === null) return error.status === tooLargeStatus;
  return error.code !== 'UNAVAILABLE';
}

const tooLargeStatus = 413;

/** What a failure toast says: the server's message, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback;
}
