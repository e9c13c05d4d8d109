import { nextSeq } from '#offline/outbox/enqueue.ts';
import { mergeRequests, withRequests } from '#offline/outbox/request-rules.ts';
import { type AccountRows, emptyRows, type ListName } from '#offline/outbox/rows.ts';
import { inOrder, linesOf, withShownLines } from '#offline/outbox/shown-list.ts';
import { withNotes, withoutNotes } from '#offline/outbox/stall-notes.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';

const lists: readonly ListName[] = ['cart', 'wishlist'];

/** The ids of what a sign-in takes over from the visitor: ops, custom requests and notes of a stall. */
export function visitorIds({ outbox, requests, stallNotes }: AccountRows): ReadonlySet<string> {
  return new Set([
    ...[...outbox, ...requests].map(({ opId }) => opId),
    ...stallNotes.map(({ id }) => id),
  ]);
}

/**
 * The account's rows plus the visitor's notes and ops, these placed last and with their original opIds. Skips what
 * was merged before, so an interrupted merge can be repeated.
 */
export function mergeVisitor(account: AccountRows, visitor: AccountRows): AccountRows {
  const taken = new Set([...account.outbox, ...account.mergedOps].map(({ opId }) => opId));
  const fresh = inOrder(visitor.outbox).filter((op) => !taken.has(op.opId));
  const notes = visitor.stallNotes.filter(({ id }) => !taken.has(id));
  const first = nextSeq(account);
  let merged: AccountRows = {
    ...withNotes(account, notes),
    outbox: [...account.outbox, ...fresh.map((op, index) => ({ ...op, seq: first + index }))],
    mergedOps: [
      ...account.mergedOps,
      ...fresh.map(({ opId }) => ({ opId })),
      ...notes.map(({ id }) => ({ opId: id })),
    ],
  };
  for (const list of lists) {
    merged = withShownLines(merged, list, [...linesOf(visitor, list), ...linesOf(account, list)]);
  }
  return mergeRequests(merged, visitor);
}

/** The visitor's rows without those with the given ids, which are in an account now; only later changes remain. */
export function withoutMerged(visitor: AccountRows, ids: ReadonlySet<string>): AccountRows {
  let left: AccountRows = {
    ...emptyRows,
    outbox: visitor.outbox.filter((op) => !ids.has(op.opId)),
    stallNotes: withoutNotes(visitor, ids).stallNotes,
  };
  for (const list of lists) left = withShownLines(left, list, linesOf(visitor, list));
  const requests = visitor.requests.filter((op) => !ids.has(op.opId));
  return withRequests({ ...left, pictures: visitor.pictures }, requests);
}

/** Resolves once the stored rows can be read. */
export function untilRead(visitor: AccountStore): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = visitor.watch(() => {
    if (visitor.isRead) resolve();
  });
  return promise.finally(stop);
}

/** Resolves once the account has stored or sent the visitor's changes and stored its notes, or was wiped. */
export function untilTakenOver(account: AccountStore, ids: ReadonlySet<string>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = account.watch((rows) => {
    const isLeft = [...visitorIds(rows)].some((id) => ids.has(id));
    if (account.trouble === null || !isLeft) resolve();
  });
  return promise.finally(stop);
}

/** How many lines of cart and wishlist in `after` weren't in `before`. */
export function countAdded(before: AccountRows, after: AccountRows): number {
  return lists.reduce((sum, list) => {
    const had = new Set(linesOf(before, list).map((line) => line.productId));
    return sum + linesOf(after, list).filter((line) => !had.has(line.productId)).length;
  }, 0);
}
