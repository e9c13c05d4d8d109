import { nextSeq } from '#offline/outbox/enqueue.ts';
import { mergeRequests, withRequests } from '#offline/outbox/request-rules.ts';
import { type AccountRows, emptyRows, type SetName } from '#offline/outbox/rows.ts';
import { inOrder, linesOf, withShownLines } from '#offline/outbox/visible-set.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';

const sets: readonly SetName[] = ['cart', 'wishlist'];

/**
 * The account's rows plus the visitor's ops, placed last and with their original opIds. Skips ops merged
 * before, so an interrupted merge can be repeated.
 */
export function mergeVisitor(account: AccountRows, visitor: AccountRows): AccountRows {
  const taken = new Set([...account.outbox, ...account.mergedOps].map(({ opId }) => opId));
  const fresh = inOrder(visitor.outbox).filter((op) => !taken.has(op.opId));
  const first = nextSeq(account);
  let merged: AccountRows = {
    ...account,
    outbox: [...account.outbox, ...fresh.map((op, index) => ({ ...op, seq: first + index }))],
    mergedOps: [...account.mergedOps, ...fresh.map(({ opId }) => ({ opId }))],
  };
  for (const set of sets) {
    merged = withShownLines(merged, set, [...linesOf(visitor, set), ...linesOf(account, set)]);
  }
  return mergeRequests(merged, visitor);
}

/** The visitor's rows without the given ops, which are in an account now; only later changes remain. */
export function withoutMerged(visitor: AccountRows, opIds: ReadonlySet<string>): AccountRows {
  let left: AccountRows = {
    ...emptyRows,
    outbox: visitor.outbox.filter((op) => !opIds.has(op.opId)),
  };
  for (const set of sets) left = withShownLines(left, set, linesOf(visitor, set));
  const requests = visitor.requests.filter((op) => !opIds.has(op.opId));
  return withRequests({ ...left, pictures: visitor.pictures }, requests);
}

/** Resolves once the account has stored or sent the visitor's changes, or was wiped. */
export function untilTakenOver(account: AccountStore, opIds: ReadonlySet<string>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = account.watch(({ outbox, requests }) => {
    const isLeft = [...outbox, ...requests].some(({ opId }) => opIds.has(opId));
    if (account.trouble === null || !isLeft) resolve();
  });
  return promise.finally(stop);
}

/** How many lines of cart and wishlist in `after` weren't in `before`. */
export function countAdded(before: AccountRows, after: AccountRows): number {
  return sets.reduce((sum, set) => {
    const had = new Set(linesOf(before, set).map((line) => line.productId));
    return sum + linesOf(after, set).filter((line) => !had.has(line.productId)).length;
  }, 0);
}
