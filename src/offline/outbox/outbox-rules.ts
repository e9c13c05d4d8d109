import { aged, isSame } from './aging.ts';
import { attempted, type Postponed, postponed } from './attempts.ts';
import { isDue } from './outage.ts';
import {
  type AccountRows,
  type DoneOp,
  type ListLine,
  type ListName,
  type OpProblem,
  type OutboxOp,
  opKinds,
  type RefusedOp,
  type RemovedLine,
  type ServerList,
} from './rows.ts';
import { inOrder, linesOf, replay, withShownLines } from './shown-list.ts';
import { type SendAnswer, withCount } from './sold-counts.ts';

/** After this many answered attempts an op lets ops for other products go first. */
const triesInTurn = 6;

/**
 * The next op to send, or null if none is pending. Changes to one product stay in order, and so do counts for one
 * licence; the others commute, so one that keeps failing lets them pass.
 */
export function nextOp(rows: AccountRows): OutboxOp | null {
  const firsts = new Map<string, OutboxOp>();
  for (const op of inOrder(rows.outbox)) {
    const target = op.kind === 'countSold' ? op.args.sold.licenceId : op.args.productId;
    if (!firsts.has(target)) firsts.set(target, op);
  }
  // If no answer came, the op isn't to blame.
  const failures = ({ attempts, faults = 0, problem }: OutboxOp) =>
    faults + (problem?.status ? Math.floor(attempts / triesInTurn) : 0);
  return [...firsts.values()].sort((a, b) => failures(a) - failures(b))[0] ?? null;
}

/**
 * When the outbox may continue after the server failed on one of its ops, in ms since 1970; null: now.
 * All ops wait, since the server may fail on each.
 */
export function resumesAt({ outbox }: AccountRows, now: number): number | null {
  const waits = outbox.map((op) => op.nextAttemptAt).filter((at) => !isDue({ retryAt: at }, now));
  return waits.length > 0 ? Math.max(...waits) : null;
}

/** Records that the server may have seen the op from now on. Rows without the op are returned unchanged. */
export function markAttempt(rows: AccountRows, opId: string): AccountRows {
  return changeOp(rows, opId, (op) => ({ ...attempted(op), state: 'sending' }));
}

/** Keeps the op pending until `nextAttemptAt`, with the reason. */
export function postponeOp(
  rows: AccountRows,
  opId: string,
  why: Postponed,
  nextAttemptAt: number,
): AccountRows {
  return changeOp(rows, opId, (op) => postponed(op, why, nextAttemptAt));
}

/** How many acknowledged ops stay listed. */
const maxDone = 20;

/** The server's answer to an op, and when it came (ISO 8601). */
export interface Acknowledged extends SendAnswer {
  readonly doneAt: string;
}

/** The server applied the op: it leaves the outbox, and what is known of the server advances to its answer. */
export function acknowledgeOp(
  rows: AccountRows,
  opId: string,
  { version, count, doneAt }: Acknowledged,
): AccountRows {
  const op = rows.outbox.find((candidate) => candidate.opId === opId);
  if (!op) return rows;
  if (op.kind === 'countSold') {
    const { licenceId, title } = op.args.sold;
    const counted = count ? withCount(rows, { licenceId, ...count }) : rows;
    return withDone(withoutOp(counted, opId), { opId, kind: op.kind, title, doneAt });
  }
  const { list } = opKinds[op.kind];
  const { productId } = op.args;
  const before = rows.serverSets.find(({ name }) => name === list);
  const known = linesOf(rows, list);
  const cart = before?.cart ?? null;
  const removed = cart?.removed ?? [];
  const isSettled = ({ line }: RemovedLine) =>
    op.args.view !== null && line.productId === productId;
  const moved: ServerList = {
    name: list,
    lines: replay(before?.lines ?? [], [op], known),
    version: Math.max(before?.version ?? 0, version),
    answeredAt: before?.answeredAt ?? null,
    cart: cart && { ...cart, removed: removed.filter((line) => !isSettled(line)) },
  };
  const once = removed.map(({ line }) => line);
  const title = titleOf([...known, ...(before?.lines ?? []), ...once], productId);
  const done = { opId, kind: op.kind, title, doneAt, ...keptView(op) };
  const without = withDone(withoutOp(rows, opId), done);
  return withShownLines(withServerList(without, moved), list);
}

function keptView({ args: { view } }: OutboxOp): Pick<RefusedOp, 'view'> {
  return view === undefined ? {} : { view };
}

/** Adds a finished change to the list and drops the oldest. */
export function withDone(rows: AccountRows, done: DoneOp): AccountRows {
  return { ...rows, done: [...rows.done, done].slice(-maxDone) };
}

function titleOf(lines: readonly ListLine[], productId: string): string | null {
  return lines.find((line) => line.productId === productId)?.snapshot.title ?? null;
}

/**
 * The server will never apply the op: it moves to the list of refused changes, and the list shows the server's state
 * again. If it is a count, its undo leaves the outbox with it.
 */
export function refuseOp(
  rows: AccountRows,
  opId: string,
  problem: OpProblem,
  refusedAt: string,
): AccountRows {
  const op = rows.outbox.find((candidate) => candidate.opId === opId);
  if (!op) return rows;
  const { list } = opKinds[op.kind];
  const { productId } = op.args;
  // A removed line is no longer shown, but the server still has it.
  const settled = rows.serverSets.find(({ name }) => name === list)?.lines ?? [];
  const known = list === null ? [] : [...linesOf(rows, list), ...settled];
  const line = known.find((candidate) => candidate.productId === productId);
  const refused: RefusedOp = {
    opId,
    seq: op.seq,
    ...(op.kind === 'countSold' ? { kind: op.kind, sold: op.args.sold } : { kind: op.kind }),
    productId,
    snapshot: line?.snapshot ?? null,
    ...keptView(op),
    problem,
    refusedAt,
  };
  const left = { ...withoutOp(withoutUndo(rows, opId), opId), refused: [...rows.refused, refused] };
  return list === null ? left : withShownLines(left, list);
}

/** The buyer dismissed a refused change. */
export function dismissRefused(rows: AccountRows, opId: string): AccountRows {
  return { ...rows, refused: rows.refused.filter((op) => op.opId !== opId) };
}

/** How long a refused change can be retried or dismissed, by the shop's clock. */
const refusedMaxAgeMs = 7 * 86_400_000;

/** Drops refused changes that are too old by `shopTime` (ms since 1970; null: unknown). */
export function forgetOldRefused(rows: AccountRows, shopTime: number | null): AccountRows {
  const refused = rows.refused.flatMap((op) => aged(op, shopTime, refusedMaxAgeMs) ?? []);
  return isSame(refused, rows.refused) ? rows : { ...rows, refused };
}

/** The version of a list as last acknowledged or answered; 0: never. */
export function knownVersion({ serverSets }: AccountRows, list: ListName): number {
  return serverSets.find(({ name }) => name === list)?.version ?? 0;
}

/**
 * Applies a full answer from the server, unless it is older than the last acknowledged op or answer. `askedVersion` is
 * the known version when the server was asked: an older answer to the newest question comes from a server that was
 * restored from a backup, so it counts.
 */
export function applyServerList(
  rows: AccountRows,
  answer: ServerList,
  askedVersion: number,
): AccountRows {
  const known = knownVersion(rows, answer.name);
  if (answer.version < known && known !== askedVersion) return rows;
  return withShownLines(withServerList(rows, answer), answer.name);
}

function withServerList(rows: AccountRows, list: ServerList): AccountRows {
  return {
    ...rows,
    serverSets: [...rows.serverSets.filter(({ name }) => name !== list.name), list],
  };
}

function withoutOp(rows: AccountRows, opId: string): AccountRows {
  return { ...rows, outbox: rows.outbox.filter((op) => op.opId !== opId) };
}

/** Drops the undo of a count that never happened: it would change the number for good. */
function withoutUndo(rows: AccountRows, opId: string): AccountRows {
  const isUndo = (op: OutboxOp) => op.kind === 'countSold' && op.args.sold.undoes === opId;
  return { ...rows, outbox: rows.outbox.filter((op) => !isUndo(op)) };
}

function changeOp(
  rows: AccountRows,
  opId: string,
  change: (op: OutboxOp) => OutboxOp,
): AccountRows {
  if (!rows.outbox.some((op) => op.opId === opId)) return rows;
  return { ...rows, outbox: rows.outbox.map((op) => (op.opId === opId ? change(op) : op)) };
}
