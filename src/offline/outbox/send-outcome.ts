import { ApiError } from '#contract/wire/api-error.ts';
import { unknownCode } from '#contract/wire/problem.ts';
import type { ForeignAnswers, OpProblem } from './rows.ts';

/**
 * What a failed attempt means for its op. `later`: it and all others wait. `fault`: the same, and the
 * server itself failed. `ask`: it waits for the buyer to sign in. `refused`: the server will never
 * accept it.
 */
export type OutcomeKind = 'later' | 'fault' | 'ask' | 'refused';

export interface SendOutcome {
  readonly kind: OutcomeKind;
  readonly problem: OpProblem;
  /** Seconds to wait, if the server said so. */
  readonly retryAfter: number | null;
  /** The answer came from something in between, such as a proxy or captive portal. */
  readonly isForeign: boolean;
  /** The shop is healthy otherwise: this failure says nothing about other ops. */
  readonly isOnlyThisOp: boolean;
}

/** The shop answers, yet this op failed, for the reason in `cause`. */
export class ThisOpFailed extends Error {
  /** What it means, unless its cause says so. */
  readonly kind: OutcomeKind | null;

  constructor(cause: unknown, kind: OutcomeKind | null = null) {
    super('The shop answers, but this op failed', { cause });
    this.kind = kind;
  }
}

const statusesToRepeat: ReadonlySet<number> = new Set([408, 425, 429]);

const faultCodes: ReadonlySet<string> = new Set(['INTERNAL', unknownCode]);

/** Classifies what an attempt threw. Anything that isn't an answer of our server is network trouble, and waits. */
export function outcomeOf(error: unknown): SendOutcome {
  if (error instanceof ThisOpFailed) {
    const outcome = outcomeOf(error.cause);
    return { ...outcome, kind: error.kind ?? outcome.kind, isOnlyThisOp: true };
  }
  if (!(error instanceof ApiError)) {
    return {
      kind: 'later',
      problem: { status: null, code: 'FETCH_ERROR', message: '' },
      retryAfter: null,
      isForeign: false,
      isOnlyThisOp: false,
    };
  }
  const status = typeof error.status === 'number' ? error.status : null;
  return {
    kind: kindOf(error, status),
    problem: { status, code: error.code ?? String(error.status), message: error.message },
    retryAfter: error.retryAfter,
    isForeign: isForeign(error, status),
    isOnlyThisOp: false,
  };
}

function kindOf(error: ApiError, status: number | null): OutcomeKind {
  // Not a problem of ours: a captive portal, a proxy or no network.
  if (status === null || error.code === null) return 'later';
  if (status === 401) return 'ask';
  if (statusesToRepeat.has(status) || error.code === 'NOT_APPROVED') return 'later';
  if (status >= 500) return faultCodes.has(error.code) ? 'fault' : 'later';
  return 'refused';
}

/** 511: a captive portal wants a sign-in of its own. */
const portalStatus = 511;

/**
 * The shop refuses with problem documents and answers in the contract's shape, whatever its version;
 * anything else didn't come from it.
 */
function isForeign(error: ApiError, status: number | null): boolean {
  if (error.status === 'PARSING_ERROR') return true;
  if (status === null || error.code !== null) return false;
  return (
    (status >= 400 && status < 500 && !statusesToRepeat.has(status)) || status === portalStatus
  );
}

/** Consecutive foreign answers after one more attempt (`before`: until then); null: this one wasn't foreign. */
export function foreignAfter(
  { isForeign, problem }: SendOutcome,
  before: ForeignAnswers | null | undefined,
): ForeignAnswers | null {
  return isForeign ? { count: (before?.count ?? 0) + 1, status: problem.status } : null;
}

/** Nothing came back from the shop: no network, a timeout, or a captive portal's page. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, cause } = error;
  // JSON of another shape did come from the shop, though without the data (E08).
  if (status === 'PARSING_ERROR') return cause instanceof SyntaxError;
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR';
}
