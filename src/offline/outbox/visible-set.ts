import { type AccountRows, type OutboxOp, opKinds, type SetLine, type SetName } from './rows.ts';

/** The lines of a set as shown. */
export function linesOf(rows: AccountRows, set: SetName): readonly SetLine[] {
  return set === 'cart' ? rows.cartLines : rows.wishlistMarks;
}

/** The pending ops of a set, in sending order, without archived ones. */
export function pendingOps(rows: AccountRows, set: SetName): readonly OutboxOp[] {
  return inOrder(rows.outbox).filter((op) => opKinds[op.kind].set === set && !op.archived);
}

/** In the order in which the buyer made them. */
export function inOrder<O extends { readonly seq?: number }>(ops: readonly O[]): readonly O[] {
  return ops.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
}

/**
 * Replays ops over `settled` lines. `known` provides the line of a product that only an op mentions.
 * Settled lines win over known ones, because the server has seen them more recently. Removing a view adds no line.
 */
export function replay(
  settled: readonly SetLine[],
  ops: readonly OutboxOp[],
  known: readonly SetLine[],
): readonly SetLine[] {
  const lines = new Map(settled.map((line) => [line.productId, line]));
  const knownLines = new Map(known.map((line) => [line.productId, line]));
  for (const op of ops) {
    const { productId } = op.args;
    const isAdded = op.args.view !== null;
    const line = lines.get(productId) ?? (isAdded ? knownLines.get(productId) : undefined);
    if (!opKinds[op.kind].isAdd) lines.delete(productId);
    else if (line) lines.set(productId, withView(line, op));
  }
  return [...lines.values()];
}

function withView(line: SetLine, { args: { view } }: OutboxOp): SetLine {
  return view === undefined ? line : { ...line, view: view ?? undefined };
}

/** Recomputes the shown lines of `set`: the newest server answer with the pending ops replayed over it. */
export function withShownLines(
  rows: AccountRows,
  set: SetName,
  known: readonly SetLine[] = linesOf(rows, set),
): AccountRows {
  const settled = rows.serverSets.find(({ name }) => name === set)?.lines ?? [];
  return withLines(rows, set, replay(settled, pendingOps(rows, set), known));
}

export function withLines(rows: AccountRows, set: SetName, lines: readonly SetLine[]): AccountRows {
  return set === 'cart' ? { ...rows, cartLines: lines } : { ...rows, wishlistMarks: lines };
}
