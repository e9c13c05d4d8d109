import {
  type AccountRows,
  type OpKind,
  type OutboxOp,
  opKinds,
  type ProductSnapshot,
  type SetLine,
} from './rows.ts';
import { linesOf, pendingOps, replay, withShownLines } from './visible-set.ts';

/** What a buyer wants of one design. `seen` comes with an add: it is what the line shows. */
export interface SetChange {
  readonly opId: string;
  readonly deviceId: string;
  readonly kind: OpKind;
  readonly productId: string;
  readonly seen: ProductSnapshot | null;
  /** ISO 8601. */
  readonly at: string;
  /** Of a visitor's sets no server knows more than these rows do. */
  readonly isVisitors: boolean;
  /** False: the rows are not all that the device keeps. */
  readonly isRead?: boolean;
}

/**
 * The visible change and the op that carries it, as one step. An op nobody can have seen yet is
 * undone by its opposite where that alone brings the wanted state; the same intent twice waits
 * once. A design already there is sent all the same: another device may just have taken it out.
 * What isn't there can't be taken out; a visitor's empty removal must not reach an account.
 * @throws where a visitor takes out what can't be read now
 */
export function enqueue(rows: AccountRows, intent: SetChange): AccountRows {
  const { set, isAdd } = opKinds[intent.kind];
  const shown = linesOf(rows, set);
  const isShown = shown.some((line) => line.productId === intent.productId);
  if (!isAdd && !isShown) {
    if (intent.isRead !== false) return rows;
    if (intent.isVisitors) throw new Error('What is saved cannot be read now');
  }
  const known = knownLines(shown, intent);
  const refused = rows.refused.filter(
    (op) => op.productId !== intent.productId || opKinds[op.kind].set !== set,
  );
  const last = pendingOps(rows, set).findLast((op) => op.args.productId === intent.productId);
  if (last?.attempts === 0) {
    if (opKinds[last.kind].isAdd === isAdd) return withShownLines({ ...rows, refused }, set, known);
    const undone = {
      ...rows,
      refused,
      outbox: rows.outbox.filter((op) => op.opId !== last.opId),
    };
    const settled = rows.serverSets.find(({ name }) => name === set);
    const isThere = replay(settled?.lines ?? [], pendingOps(undone, set), known).some(
      (line) => line.productId === intent.productId,
    );
    // An account's set that was not answered here yet may hold the design or not.
    const isKnown = intent.isVisitors || typeof settled?.answeredAt === 'string';
    if (isKnown && isThere === isAdd) return withShownLines(undone, set, known);
    return appendOp(undone, intent, known);
  }
  return appendOp({ ...rows, refused }, intent, known);
}

function appendOp(rows: AccountRows, intent: SetChange, known: readonly SetLine[]): AccountRows {
  const op: OutboxOp = {
    opId: intent.opId,
    deviceId: intent.deviceId,
    seq: nextSeq(rows),
    kind: intent.kind,
    args: { productId: intent.productId },
    createdAt: intent.at,
    attempts: 0,
    nextAttemptAt: 0,
    lastProblem: null,
  };
  return withShownLines({ ...rows, outbox: [...rows.outbox, op] }, opKinds[intent.kind].set, known);
}

/** The place behind everything that waits or could not be done. */
export function nextSeq(rows: AccountRows): number {
  return Math.max(0, ...[...rows.outbox, ...rows.refused].map(({ seq = 0 }) => seq)) + 1;
}

function knownLines(lines: readonly SetLine[], intent: SetChange): readonly SetLine[] {
  if (!intent.seen) return lines;
  const { productId, seen } = intent;
  const addedAt = lines.find((line) => line.productId === productId)?.addedAt ?? intent.at;
  return [...lines.filter((line) => line.productId !== productId), { productId, addedAt, seen }];
}
