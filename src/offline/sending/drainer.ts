import { waitMs } from '#offline/outbox/outage.ts';
import {
  type Acknowledged,
  acknowledgeOp,
  markAttempt,
  nextOp,
  postponeOp,
  refuseOp,
  resumesAt,
} from '#offline/outbox/outbox-rules.ts';
import { faultsAfter, shouldGiveUp } from '#offline/outbox/repeated-faults.ts';
import type { OpProblem, OutboxOp } from '#offline/outbox/rows.ts';
import { foreignAfter, outcomeOf, type SendOutcome } from '#offline/outbox/send-outcome.ts';
import type { SendAnswer } from '#offline/outbox/sold-counts.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` after `ms`. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

export interface DrainerParts {
  readonly store: AccountStore;
  /** Sends one op under its opId; reads the token when called. @throws ThisOpFailed, ApiError */
  readonly send: (op: OutboxOp) => Promise<SendAnswer>;
  /** False as soon as another account, or nobody, is signed in; nothing of this account is sent then. */
  readonly isCurrent: () => boolean;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** The buyer pressed: pending ops don't wait for their backoff. */
  readonly isPressed: boolean;
}

export interface Drained {
  /** Nothing is pending any more. */
  readonly isEmpty: boolean;
  /** Why an op is still pending. */
  readonly problem: OpProblem | null;
  /** The server failed on an op but is otherwise healthy: when to continue, in ms since 1970. */
  readonly retryAt: number | null;
}

export const nothingToSend: Drained = { isEmpty: true, problem: null, retryAt: null };

/**
 * Sends pending ops until none is left or one has to wait. Run it under the account's lock; if two runs
 * overlap anyway, each op still takes effect once, because the server knows its opId.
 */
export async function drainOutbox(parts: DrainerParts): Promise<Drained> {
  const { store, isCurrent, clock } = parts;
  let rows = await store.read();
  const retryAt = parts.isPressed ? null : resumesAt(rows, clock.now());
  if (retryAt !== null) {
    return { isEmpty: false, problem: nextOp(rows)?.problem ?? null, retryAt };
  }
  let markedId: string | null = null;
  for (;;) {
    const marked = rows.outbox.find(({ opId }) => opId === markedId);
    const op = marked ?? nextOp(rows);
    if (!op) return nothingToSend;
    if (!isCurrent()) return { isEmpty: false, problem: op.problem, retryAt: null };
    if (op.opId !== markedId) {
      rows = await store.change((before) => markAttempt(before, op.opId));
      markedId = op.opId;
      // Its opposite may have cancelled it a moment ago.
      continue;
    }
    const sent = await attempt(parts, op);
    if ('version' in sent) {
      // One commit per op: it acknowledges the last op and marks the next.
      rows = await store.change((before) => {
        const left = acknowledgeOp(before, op.opId, sent);
        markedId = nextOp(left)?.opId ?? null;
        return markedId === null ? left : markAttempt(left, markedId);
      });
      continue;
    }
    const hasLeft = await settleFailure(parts, op, sent);
    rows = await store.read();
    if (!hasLeft && nextOp(rows)) {
      return { isEmpty: false, problem: sent.problem, retryAt: resumesAt(rows, clock.now()) };
    }
  }
}

/** What the server did, or why it didn't. */
async function attempt(parts: DrainerParts, op: OutboxOp): Promise<Acknowledged | SendOutcome> {
  try {
    if (!parts.isCurrent()) return notSignedIn;
    const answer = await parts.send(op);
    return { ...answer, doneAt: new Date(parts.clock.now()).toISOString() };
  } catch (error) {
    return outcomeOf(error);
  }
}

const notSignedIn: SendOutcome = {
  kind: 'ask',
  problem: { status: 401, code: 'NOT_SIGNED_IN', message: '' },
  retryAfter: null,
  isForeign: false,
  isOnlyThisOp: false,
};

/** True if the op left the outbox and the next one may be sent. */
async function settleFailure(
  { store, clock, random }: DrainerParts,
  op: OutboxOp,
  outcome: SendOutcome,
): Promise<boolean> {
  const { kind, problem, isOnlyThisOp } = outcome;
  const now = clock.now();
  const faults = faultsAfter(outcome, op, now);
  if (kind === 'refused' || shouldGiveUp(faults, now)) {
    const at = new Date(now).toISOString();
    await store.change((rows) => refuseOp(rows, op.opId, problem, at));
    return true;
  }
  const foreign = foreignAfter(outcome, op.foreign);
  const wait = waitMs(outcome, now - (faults.faultsSince ?? now), random());
  const nextAttemptAt = isOnlyThisOp ? now + wait : 0;
  await store.change((rows) =>
    postponeOp(rows, op.opId, { problem, faults, foreign }, nextAttemptAt),
  );
  return false;
}
