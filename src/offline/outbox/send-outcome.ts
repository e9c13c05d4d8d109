import { ApiError } from '#contract/wire/api-error.ts';
import { unknownCode } from '#contract/wire/problem.ts';
import type { ForeignAnswers, OpProblem } from './rows.ts';

/**
 * What a failed sending means for its op. `later`: it waits, and everything else. `fault`: the same,
 * and the server itself was at fault. `ask`: it waits for the buyer to sign in. `refused`: it will
 * never be done.
 */
export type OutcomeKind = 'later' | 'fault' | 'ask' | 'refused';

export interface SendOutcome {
  readonly kind: OutcomeKind;
  readonly problem: OpProblem;
  /** Seconds the server asks to wait. */
  readonly retryAfter: number | null;
  /** Something between the device and the shop answered in its place: a proxy or a captive portal. */
  readonly isForeign: boolean;
  /** The shop answers otherwise: it says nothing of any other sending. */
  readonly isOwn: boolean;
}

/** The shop answers, and yet this sending failed, as `cause` says. */
export class OwnFailure extends Error {}

const statusesToRepeat: ReadonlySet<number> = new Set([408, 425, 429]);

const faultCodes: ReadonlySet<string> = new Set(['INTERNAL', unknownCode]);

/** Reads what a sending threw. Anything that isn't an answer of our server is a network's trouble, and waits. */
export function outcomeOf(error: unknown): SendOutcome {
  if (error instanceof OwnFailure) return { ...outcomeOf(error.cause), isOwn: true };
  if (!(error instanceof ApiError)) {
    return {
      kind: 'later',
      problem: { status: null, code: 'FETCH_ERROR', message: '' },
      retryAfter: null,
      isForeign: false,
      isOwn: false,
    };
  }
  const status = typeof error.status === 'number' ? error.status : null;
  return {
    kind: kindOf(error, status),
    problem: { status, code: error.code ?? String(error.status), message: error.message },
    retryAfter: error.retryAfter,
    isForeign: isForeign(error, status),
    isOwn: false,
  };
}

function kindOf(error: ApiError, status: number | null): OutcomeKind {
  // No problem body of ours: a captive portal, a proxy or no network at all.
  if (status === null || error.code === null) return 'later';
  if (status === 401) return 'ask';
  if (statusesToRepeat.has(status) || error.code === 'NOT_APPROVED') return 'later';
  if (status >= 500) return faultCodes.has(error.code) ? 'fault' : 'later';
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
