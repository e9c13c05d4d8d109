import { type AccountRows, type ListLine, type ListName, type OutboxOp, opKinds } from './rows.ts';

/** The lines of a list as shown. */
export function linesOf(rows: AccountRows, list: ListName): readonly ListLine[] {
  return list === 'cart' ? rows.cartLines : rows.wishlistMarks;
}

/** The pending ops of a list, in sending order, without archived ones. */
export function pendingOps(rows: AccountRows, list: ListName): readonly OutboxOp[] {
  return inOrder(rows.outbox).filter((op) => opKinds[op.kind].list === list && !op.archived);
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
  settled: readonly ListLine[],
  ops: readonly OutboxOp[],
  known: readonly ListLine[],
): readonly ListLine[] {
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

function withView(line: ListLine, { args: { view } }: OutboxOp): ListLine {
  return view === undefined ? line : { ...line, view: view ?? undefined };
}

/** Recomputes the shown lines of `list`: the newest server answer with the pending ops replayed over it. */
export function withShownLines(
  rows: AccountRows,
  list: ListName,
  known: readonly ListLine[] = linesOf(rows, list),
): AccountRows {
  const settled = rows.serverSets.find(({ name }) => name === list)?.lines ?? [];
  return withLines(rows, list, replay(settled, pendingOps(rows, list), known));
}

export function withLines(
  rows: AccountRows,
  list: ListName,
  lines: readonly ListLine[],
): AccountRows {
  return list === 'cart' ? { ...rows, cartLines: lines } : { ...rows, wishlistMarks: lines };
}
