import { titleLength } from '#offline/outbox/request-rules.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';
import { inOrder } from '#offline/outbox/visible-set.ts';
import type { SyncView } from './sync-view.ts';

/** How many foreign answers in a row count as blocked; one or two may be a hiccup. */
const foreignBeforeSaid = 3;

/** Builds the sync view from the account's rows. */
export function syncViewOf(rows: AccountRows, accountId: string | null, isKept: boolean): SyncView {
  const ops = accountId === null ? [] : inOrder(rows.outbox);
  const lines = [
    ...rows.serverSets.flatMap((set) => set.lines),
    ...rows.cartLines,
    ...rows.wishlistMarks,
  ];
  const titles = new Map(lines.map(({ productId, seen }) => [productId, seen.title]));
  const unsent = [...ops, ...rows.requests.filter(({ state }) => state === 'waiting')];
  const blocked = unsent.find(({ foreign }) => (foreign?.count ?? 0) >= foreignBeforeSaid)?.foreign;
  const answered = rows.serverSets.flatMap(({ answeredAt }) => answeredAt ?? []).sort();
  return {
    waiting: ops.map(({ opId, kind, args, lastProblem }) => ({
      opId,
      kind,
      title: titles.get(args.productId) ?? null,
      problem: lastProblem,
    })),
    refused: inOrder(rows.refused),
    requests: rows.requests
      .filter(({ state }) => state !== 'draft')
      .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
      .map(({ opId, state, fields, images, problem }) => ({
        opId,
        isRefused: state === 'refused',
        title: fields.description.slice(0, titleLength),
        images: images.length,
        problem,
      })),
    done: rows.done.toSorted((a, b) => (a.doneAt < b.doneAt ? 1 : -1)),
    blocked: blocked ? { status: blocked.status } : null,
    isKept,
    // An attempt clears the last problem; until it ends, there is no new one.
    isSending: ops.some(({ attempts, lastProblem }) => attempts > 0 && lastProblem === null),
    answeredAt: answered.at(-1) ?? null,
  };
}
