import { type AccountRows, type ListLine, opKinds } from '#offline/outbox/rows.ts';
import { inOrder, pendingOps } from '#offline/outbox/shown-list.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { idsOf, type WishlistView } from './wishlist-view.ts';

export function wishlistViewOf(
  rows: AccountRows,
  accountId: string | null,
  { trouble, isRead }: Pick<AccountStore, 'trouble' | 'isRead'>,
): WishlistView {
  const lines = newestFirst(rows.wishlistMarks);
  const ops = pendingOps(rows, 'wishlist');
  const waiting = accountId === null ? [] : ops;
  return {
    accountId,
    lines,
    ids: idsOf(lines),
    unsentIds: new Set(ops.map((op) => op.args.productId)),
    archived: archivedIds(rows).size,
    updatedAt: wishlistUpdatedAt(rows),
    answeredAt: answeredAtOf(rows),
    isStale: false,
    waiting: waiting.length,
    problem: waiting[0]?.problem ?? null,
    refused: inOrder(rows.refused).filter((op) => opKinds[op.kind].list === 'wishlist'),
    trouble,
    isRead,
    isLoaded: (isRead || lines.length > 0) && (accountId === null || answeredAtOf(rows) !== null),
    isUnanswered: false,
  };
}

/** A design may have several archived changes: the wish, and views that were kept later. */
function archivedIds({ outbox }: AccountRows): ReadonlySet<string> {
  return new Set(outbox.filter((op) => op.archived).map((op) => op.args.productId));
}

/** When the wishlist last changed here or was answered (ISO 8601); null if neither ever happened. */
export function wishlistUpdatedAt(rows: AccountRows): string | null {
  const instants = [
    answeredAtOf(rows),
    ...rows.wishlistMarks.map((line) => line.addedAt),
    ...pendingOps(rows, 'wishlist').map((op) => op.createdAt),
  ];
  return instants.filter((at) => at !== null).reduce<string | null>(newer, null);
}

function answeredAtOf(rows: AccountRows): string | null {
  return rows.serverSets.find(({ name }) => name === 'wishlist')?.answeredAt ?? null;
}

function newer(a: string | null, b: string): string {
  return a === null || Date.parse(b) > Date.parse(a) ? b : a;
}

function newestFirst(lines: readonly ListLine[]): readonly ListLine[] {
  return lines.toSorted((a, b) =>
    a.addedAt === b.addedAt ? (a.productId < b.productId ? -1 : 1) : a.addedAt > b.addedAt ? -1 : 1,
  );
}
