import type { AccountStore } from './account-store.ts';
import { isPoison } from './is-poison.ts';
import { acknowledge, markAttempt, nextOp, postpone, refuse } from './outbox-rules.ts';
import type { OpProblem, OutboxOp } from './rows.ts';
import { delayMs, foreignAfter, outcomeOf, type SendOutcome } from './send-outcome.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` after `ms`. Returns the cancel. */
  after(ms: number, task: () => void): () => void;
}

export interface DrainerParts {
  readonly store: AccountStore;
  /** Sends one op under its opId; the token is read when this is called. @throws ApiError */
  readonly send: (op: OutboxOp) => Promise<{ readonly version: number }>;
  /** Whether the server says that it is well. */
  readonly isServerWell: () => Promise<boolean>;
  /** False as soon as another account, or nobody, is signed in: nothing of this one is sent then. */
  readonly isCurrent: () => boolean;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
}

export interface DrainResult {
  /** Nothing waits any more. */
  readonly isEmpty: boolean;
  /** Why the first op still waits. */
  readonly problem: OpProblem | null;
  /** When to try again by itself, in milliseconds since 1970; null: something must happen first. */
  readonly retryAt: number | null;
  /** It was tried just now and no answer of the shop came. */
  readonly isUnreachable: boolean;
}

export const nothingWaits: DrainResult = {
  isEmpty: true,
  problem: null,
  retryAt: null,
  isUnreachable: false,
};

/**
 * Sends what waits, in order, until the line is empty or its first op has to wait. Run it under
 * the account's lock; run twice at once it still has one effect, since the server knows each opId.
 * `isWoken` sends at once what was to wait: the network came back, or the buyer asked.
 */
export async function drainOutbox(parts: DrainerParts, isWoken: boolean): Promise<DrainResult> {
  const { store, clock, isCurrent } = parts;
  const isDue = (op: OutboxOp) => isWoken || op.nextAttemptAt <= clock.now();
  let rows = await store.read();
  let markedId: string | null = null;
  for (;;) {
    const op = nextOp(rows);
    if (!op) return nothingWaits;
    if (!isDue(op)) return waiting(op.nextAttemptAt, op.lastProblem);
    if (!isCurrent()) return waiting(null, op.lastProblem);
    if (op.opId !== markedId) {
      rows = await store.change((kept) => markAttempt(kept, op.opId));
      markedId = op.opId;
      // Its opposite may have cancelled it just before.
      continue;
    }
    const sent = await attempt(parts, op);
    if ('version' in sent) {
      // One commit for each op: the next is marked with the acknowledgement of the one before.
      rows = await store.change((kept) => {
        const left = acknowledge(kept, op.opId, sent);
        const next = nextOp(left);
        markedId = next && isDue(next) ? next.opId : null;
        return markedId === null ? left : markAttempt(left, markedId);
      });
      continue;
    }
    const hasLeft = await settleFailure(parts, op, sent);
    rows = await store.read();
    const left = nextOp(rows);
    if (hasLeft || !left) continue;
    const { kind, problem } = sent;
    const retryAt = kind === 'ask' ? null : left.nextAttemptAt;
    return { ...waiting(retryAt, problem), isUnreachable: problem.status === null };
  }
}

function waiting(retryAt: number | null, problem: OpProblem | null): DrainResult {
  return { isEmpty: false, problem, retryAt, isUnreachable: false };
}

/** What the server did, or why it did nothing. */
async function attempt(
  parts: DrainerParts,
  op: OutboxOp,
): Promise<{ readonly version: number; readonly doneAt: string } | SendOutcome> {
  try {
    if (!parts.isCurrent()) return notSignedIn;
    const { version } = await parts.send(op);
    return { version, doneAt: new Date(parts.clock.now()).toISOString() };
  } catch (error) {
    return outcomeOf(error);
  }
}

const notSignedIn: SendOutcome = {
  kind: 'ask',
  problem: { status: 401, code: 'NOT_SIGNED_IN', message: '' },
  retryAfter: null,
  isForeign: false,
};

/** True when the op left the line and the next may go. */
async function settleFailure(
  parts: DrainerParts,
  op: OutboxOp,
  outcome: SendOutcome,
): Promise<boolean> {
  const { store, clock } = parts;
  const { kind, problem, retryAfter } = outcome;
  if (kind === 'refused' || (await isPoison(outcome, op.faults, parts.isServerWell))) {
    const at = new Date(clock.now()).toISOString();
    await store.change((rows) => refuse(rows, op.opId, problem, at));
    return true;
  }
  const wait = kind === 'ask' ? 0 : delayMs(op.attempts, retryAfter, parts.random());
  const nextAttemptAt = clock.now() + wait;
  const isFault = kind === 'fault';
  const foreign = foreignAfter(outcome, op.foreign);
  await store.change((rows) =>
    postpone(rows, op.opId, { nextAttemptAt, problem, isFault, foreign }),
  );
  return false;
}
