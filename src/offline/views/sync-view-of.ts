import { titleLength } from '#offline/outbox/request-rules.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';
import { inOrder } from '#offline/outbox/visible-set.ts';
import type { SyncView } from './sync-view.ts';

/** One answer in the place of the shop's may be a hiccup, and so may two. */
const foreignBeforeSaid = 3;

/** What becomes of the changes in these rows. */
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
    // Its reason to wait was taken off when it was tried, and no new one has come yet.
    isSending: ops.some(({ attempts, lastProblem }) => attempts > 0 && lastProblem === null),
    answeredAt: answered.at(-1) ?? null,
  };
}
