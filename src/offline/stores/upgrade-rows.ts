import type { Transaction } from 'dexie';
import type { OpProblem, ProductSnapshot, SendState } from '#offline/outbox/rows.ts';

interface OldLine {
  seen?: ProductSnapshot;
  snapshot?: ProductSnapshot;
}

interface OldOp {
  attempts: number;
  lastProblem?: OpProblem | null;
  problem?: OpProblem | null;
  state?: SendState;
  putAway?: { line: OldLine };
  archived?: { line: OldLine };
}

/** Renames what version 2 called `seen`, `lastProblem` and `putAway`, and names the states it left to be guessed. */
export async function upgradeRows(tx: Transaction): Promise<void> {
  for (const name of ['cartLines', 'wishlistMarks', 'refused']) {
    await tx.table<OldLine>(name).toCollection().modify(upgradeLine);
  }
  await tx
    .table<{ lines: OldLine[] }>('serverSets')
    .toCollection()
    .modify(({ lines }) => lines.forEach(upgradeLine));
  await tx.table<OldOp>('outbox').toCollection().modify(upgradeOp);
  await tx
    .table<{ state: string; problem: OpProblem | null }>('requests')
    .toCollection()
    .modify((request) => {
      if (request.state === 'refused' && request.problem === null) request.state = 'setAside';
    });
}

function upgradeLine(line: OldLine): void {
  if (line.seen === undefined) return;
  line.snapshot = line.seen;
  delete line.seen;
}

function upgradeOp(op: OldOp): void {
  const problem = op.lastProblem ?? null;
  op.problem = problem;
  op.state = op.attempts > 0 && problem === null ? 'sending' : 'waiting';
  delete op.lastProblem;
  if (op.putAway === undefined) return;
  upgradeLine(op.putAway.line);
  op.archived = op.putAway;
  delete op.putAway;
}
