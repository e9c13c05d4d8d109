import type { ClothView } from '#contract/shop/cloth-view.ts';
import { priceToPay } from '#contract/wire/money.ts';
import {
  type AccountRows,
  type ListLine,
  type ListOpArgs,
  type ListOpKind,
  type OpContent,
  type OutboxOp,
  opKinds,
  type ProductSnapshot,
} from './rows.ts';
import { linesOf, pendingOps, withShownLines } from './shown-list.ts';

/** What a buyer does to one product. An add comes with a snapshot of the product, which the line shows. */
export interface ListChange {
  readonly opId: string;
  readonly deviceId: string;
  readonly kind: ListOpKind;
  readonly productId: string;
  readonly snapshot: ProductSnapshot | null;
  /** Of an add: the view to keep with the line; null: none. */
  readonly view?: ClothView | null | undefined;
  /** ISO 8601. */
  readonly at: string;
  /** A visitor has no server lists: these rows are all there is. */
  readonly isVisitors: boolean;
  /** False: the stored rows couldn't be read, so these may be incomplete. */
  readonly isRead: boolean;
  /** Whether an op without an attempt can be cancelled by its opposite: a visitor's, unless another tab may have merged it. */
  readonly canCancel: boolean;
}

/**
 * Applies the visible change and adds the op that carries it, in one step. A visitor's op is cancelled by its
 * opposite if that alone gives the wanted state; an add with another view than what is left is queued instead. An
 * account's isn't cancelled: where attempts can't be stored, another page or the worker may have sent it. The same
 * change twice is queued once; an add with another view is another change. Adding a product that is already there
 * is still sent, because another device may just have removed it. An account's removal, of a line or of its view, is
 * always sent: its page may show lines of the first-paint cache that the rows don't have. A visitor who removes
 * what isn't there changes nothing.
 * @throws if a visitor removes something while the stored rows can't be read
 */
export function enqueue(rows: AccountRows, intent: ListChange): AccountRows {
  // A write that was reported as failed was stored after all.
  if (rows.outbox.some(({ opId }) => opId === intent.opId)) return rows;
  const { list, isAdd } = opKinds[intent.kind];
  const shown = linesOf(rows, list);
  const isShown = shown.some((line) => line.productId === intent.productId);
  const isRemoval = !isAdd || intent.view === null;
  if (isRemoval && !isShown && intent.isVisitors) {
    if (intent.isRead) return rows;
    throw new Error('The saved data can’t be read right now');
  }
  const known = knownLines(shown, intent);
  const refused = rows.refused.filter(
    (op) => op.productId !== intent.productId || opKinds[op.kind].list !== list,
  );
  const last = pendingOps(rows, list).findLast((op) => op.args.productId === intent.productId);
  if (last?.attempts === 0) {
    if (opKinds[last.kind].isAdd === isAdd) {
      const same = withShownLines({ ...rows, refused }, list, known);
      // Removing a view adds nothing, so an add after it is another change.
      const isSame = isSameView(last.args.view, intent) && (last.args.view !== null || isRemoval);
      return isSame ? same : appendOp(same, intent, known);
    }
    const outbox = rows.outbox.filter((op) => op.opId !== last.opId);
    const undone = withShownLines({ ...rows, refused, outbox }, list, known);
    const left = linesOf(undone, list).find((line) => line.productId === intent.productId);
    if (intent.canCancel && (left !== undefined) === isAdd) {
      return isSameView(left?.view ?? null, intent) ? undone : appendOp(undone, intent, known);
    }
  }
  return appendOp({ ...rows, refused }, intent, known);
}

/** Whether `kept` is the view that `intent` wants kept, if it says. */
function isSameView(kept: ClothView | null | undefined, { view }: ListChange): boolean {
  return view === undefined || JSON.stringify(view) === JSON.stringify(kept);
}

function appendOp(rows: AccountRows, intent: ListChange, known: readonly ListLine[]): AccountRows {
  const { kind, opId, deviceId, at } = intent;
  const { list } = opKinds[kind];
  const args = argsOf(intent, linesOf(rows, list));
  return withShownLines(withNewOp(rows, { kind, args }, { opId, deviceId, at }), list, known);
}

/** Adds an op to the end of the outbox. */
export function withNewOp(
  rows: AccountRows,
  content: OpContent,
  { opId, deviceId, at }: NewOp,
): AccountRows {
  const op: OutboxOp = {
    ...content,
    opId,
    state: 'waiting',
    deviceId,
    seq: nextSeq(rows),
    createdAt: at,
    attempts: 0,
    nextAttemptAt: 0,
    problem: null,
  };
  return { ...rows, outbox: [...rows.outbox, op] };
}

interface NewOp {
  readonly opId: string;
  readonly deviceId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A view kept with a line that is there says nothing about its price: an earlier, lower one may be held. */
function argsOf(
  { kind, productId, snapshot, view }: ListChange,
  shown: readonly ListLine[],
): ListOpArgs {
  const kept = view !== undefined && { view };
  const isThere = shown.some((line) => line.productId === productId);
  if (kind !== 'addToCart' || !snapshot || (kept && isThere)) return { productId, ...kept };
  return {
    productId,
    seenPrice: priceToPay(snapshot.price, snapshot.discountedPrice),
    ...kept,
  };
}

/** The position after everything pending or refused. */
export function nextSeq(rows: AccountRows): number {
  return Math.max(0, ...[...rows.outbox, ...rows.refused].map(({ seq = 0 }) => seq)) + 1;
}

function knownLines(lines: readonly ListLine[], intent: ListChange): readonly ListLine[] {
  if (!intent.snapshot) return lines;
  const { productId, snapshot, at } = intent;
  const known = lines.find((line) => line.productId === productId);
  return [
    ...lines.filter((line) => line.productId !== productId),
    { addedAt: at, ...known, productId, snapshot },
  ];
}
