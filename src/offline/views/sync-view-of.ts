import { isPending } from '#offline/outbox/attempts.ts';
import { isDraft, titleLength } from '#offline/outbox/request-rules.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';
import { inOrder } from '#offline/outbox/shown-list.ts';
import type { SyncView } from './sync-view.ts';

/** How many foreign answers in a row count as blocked; one or two may be a hiccup. */
const foreignBeforeSaid = 3;

export function syncViewOf(
  rows: AccountRows,
  accountId: string | null,
  isStored: boolean,
): SyncView {
  const ops = accountId === null ? [] : inOrder(rows.outbox);
  const lines = [
    ...rows.serverSets.flatMap((list) => list.lines),
    ...rows.cartLines,
    ...rows.wishlistMarks,
  ];
  const titles = new Map(lines.map(({ productId, snapshot }) => [productId, snapshot.title]));
  const unsent = [...ops, ...rows.requests.filter(isPending)];
  const blocked = unsent.find(({ foreign }) => (foreign?.count ?? 0) >= foreignBeforeSaid)?.foreign;
  const answered = rows.serverSets.flatMap(({ answeredAt }) => answeredAt ?? []).sort();
  return {
    waiting: ops.map((op) => ({
      opId: op.opId,
      kind: op.kind,
      title: op.kind === 'countSold' ? op.args.sold.title : (titles.get(op.args.productId) ?? null),
      view: op.args.view,
      problem: op.problem,
    })),
    refused: inOrder(rows.refused),
    requests: rows.requests
      .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
      .flatMap(({ opId, state, fields, images, problem, about }) => {
        if (isDraft(state)) return [];
        const title = fields.description.slice(0, titleLength);
        const text = fields.description;
        const optional = {
          ...(about && { about }),
          ...(fields.stars && { stars: Number(fields.stars) }),
          ...(fields.takesBack && { takesBack: true as const }),
        };
        return [{ opId, state, title, text, images: images.length, problem, ...optional }];
      }),
    done: rows.done.toSorted((a, b) => (a.doneAt < b.doneAt ? 1 : -1)),
    blocked: blocked ? { status: blocked.status } : null,
    isStored,
    isSending: ops.some(({ state }) => state === 'sending'),
    answeredAt: answered.at(-1) ?? null,
  };
}
