import { type AccountRows, type OutboxOp, opKinds, type SetLine, type SetName } from './rows.ts';

/** The shown lines of a set. */
export function linesOf(rows: AccountRows, set: SetName): readonly SetLine[] {
  return set === 'cart' ? rows.cartLines : rows.wishlistMarks;
}

/** The waiting ops of a set, in the order in which they will be sent; without those put away. */
export function pendingOps(rows: AccountRows, set: SetName): readonly OutboxOp[] {
  return inOrder(rows.outbox).filter((op) => opKinds[op.kind].set === set && !op.putAway);
}

/** In the order in which the buyer wanted them. */
export function inOrder<O extends { readonly seq?: number }>(ops: readonly O[]): readonly O[] {
  return ops.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
}

/**
 * Ops replayed over settled lines. `known` gives the line of a product that only an op speaks of.
 * Settled lines win over known ones: the server has seen them more recently.
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
    const line = lines.get(productId) ?? knownLines.get(productId);
    if (!opKinds[op.kind].isAdd) lines.delete(productId);
    else if (line) lines.set(productId, line);
  }
  return [...lines.values()];
}

/** Rows whose shown lines of `set` are the newest server answer with the waiting ops replayed over it. */
export function withShownLines(
  rows: AccountRows,
  set: SetName,
  known: readonly SetLine[] = linesOf(rows, set),
): AccountRows {
  const settled = rows.serverSets.find(({ name }) => name === set)?.lines ?? [];
  const lines = replay(settled, pendingOps(rows, set), known);
  return set === 'cart' ? { ...rows, cartLines: lines } : { ...rows, wishlistMarks: lines };
}
