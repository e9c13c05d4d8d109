import { ApiError } from '#contract/api-error.ts';
import type { ForeignAnswers, OpProblem } from './rows.ts';

/**
 * What a failed sending means for its op. `later`: it waits, and everything behind it. `fault`:
 * the same, and the server itself was at fault. `ask`: it waits for the buyer to sign in or be
 * approved. `refused`: it will never be done.
 */
export type OutcomeKind = 'later' | 'fault' | 'ask' | 'refused';

export interface SendOutcome {
  readonly kind: OutcomeKind;
  readonly problem: OpProblem;
  /** Seconds the server asks to wait. */
  readonly retryAfter: number | null;
  /** Something between the device and the shop answered in its place: a proxy or a captive portal. */
  readonly isForeign: boolean;
}

const statusesToRepeat: ReadonlySet<number> = new Set([408, 425, 429]);

/** Reads what a sending threw. Anything that isn't an answer of our server is a network's trouble, and waits. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) {
    return {
      kind: 'later',
      problem: { status: null, code: 'FETCH_ERROR', message: '' },
      retryAfter: null,
      isForeign: false,
    };
  }
  const status = typeof error.status === 'number' ? error.status : null;
  return {
    kind: kindOf(error, status),
    problem: { status, code: error.code ?? String(error.status), message: error.message },
    retryAfter: error.retryAfter,
    isForeign: isForeign(error, status),
  };
}

function kindOf(error: ApiError, status: number | null): OutcomeKind {
  // No problem body of ours: a captive portal, a proxy or no network at all.
  if (status === null || error.code === null) return 'later';
  if (status === 401 || error.code === 'NOT_APPROVED') return 'ask';
  if (statusesToRepeat.has(status)) return 'later';
  if (status >= 500) return error.code === 'INTERNAL' ? 'fault' : 'later';
  return 'refused';
}

/** 511: a captive portal asks for a sign-in of its own. */
const portalStatus = 511;

/**
 * The shop refuses with a problem of its own and answers in the contract's shape, whichever version
 * runs: a refusal or an answer in any other form never came from it.
 */
function isForeign(error: ApiError, status: number | null): boolean {
  if (error.status === 'PARSING_ERROR') return true;
  if (status === null || error.code !== null) return false;
  return (
    (status >= 400 && status < 500 && !statusesToRepeat.has(status)) || status === portalStatus
  );
}

/** The foreign answers in a row after one more sending, `before` those until then; null: this one was not foreign. */
export function foreignAfter(
  { isForeign, problem }: SendOutcome,
  before: ForeignAnswers | null | undefined,
): ForeignAnswers | null {
  return isForeign ? { count: (before?.count ?? 0) + 1, status: problem.status } : null;
}

/** Nothing of the shop's came back: no network, none in time, or a captive portal's page. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, cause } = error;
  // JSON of another shape is the shop's answer, though without the data (E08).
  if (status === 'PARSING_ERROR') return cause instanceof SyntaxError;
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR';
}

const firstDelayMs = 2_000;
const longestDelayMs = 5 * 60_000;

/**
 * How long to wait before the next attempt, in milliseconds. `attempts` counts those made; `random`
 * is in [0, 1). Doubles each time, spread by half, never above five minutes; a server's
 * Retry-After replaces it, under the same cap.
 */
export function delayMs(attempts: number, retryAfter: number | null, random: number): number {
  if (retryAfter !== null) return Math.min(longestDelayMs, retryAfter * 1000);
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(full * (0.5 + random / 2));
}
