import type { Faults, ForeignAnswers, OpProblem, Sendable, SendState } from './rows.ts';

/** Why something couldn't be sent now. */
export interface Postponed {
  readonly problem: OpProblem;
  readonly faults: Faults;
  /** Null: the shop itself answered, or nobody did. */
  readonly foreign: ForeignAnswers | null;
}

/** Counts an attempt that is about to be made. */
export function attempted<T extends Sendable>(item: T): T {
  return { ...item, attempts: item.attempts + 1, problem: null };
}

/** Keeps it until `nextAttemptAt` (ms since 1970), with the reason. */
export function postponed<T extends Sendable>(
  item: T,
  { problem, faults, foreign }: Postponed,
  nextAttemptAt: number,
): T & { readonly state: SendState } {
  return { ...item, ...faults, state: 'waiting', problem, foreign, nextAttemptAt };
}

/** Whether it is to be sent without the buyer doing anything. */
export function isPending({ state }: { readonly state: string }): boolean {
  return state === 'waiting' || state === 'sending';
}
