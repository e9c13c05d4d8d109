import { type CommissionState, finalStates } from '#contract/shop/commission-states.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services/services.ts';
import { inboxStatus } from './transition.ts';

/**
 * Brings states and inbox together where a process of the version before moved requests during an update: it knows only
 * `status`. What it closed or opened again is so; in every other state, the state counts. Its replies become messages.
 */
export async function reconcileStates(
  services: Pick<Services, 'database' | 'clock'>,
): Promise<void> {
  await makeChange(services, async (change) => {
    const { tx } = change;
    const rows = await tx
      .selectFrom('customRequests')
      .select(['id', 'state', 'status', 'closedAt'])
      .where((row) =>
        row.or([
          row.and([row('status', '=', 'closed'), row('state', 'not in', finalStates)]),
          row.and([row('status', '!=', 'closed'), row('state', 'in', finalStates)]),
        ]),
      )
      .execute();
    for (const { id, state, closedAt } of rows) await reconcile(change, id, state, closedAt);
    await takeReplies(change);
  });
}

async function reconcile(
  { tx, now }: Change,
  id: string,
  from: CommissionState,
  closedAt: string | null,
): Promise<void> {
  const to = from === 'received' ? 'closed' : from === 'closed' ? 'received' : from;
  const isFinal = finalStates.includes(to);
  const movedAt = closedAt ?? now.toISOString();
  await tx
    .updateTable('customRequests')
    .set({
      state: to,
      // A request that was opened again may have been answered since.
      ...(from !== 'closed' && { status: inboxStatus(to) }),
      closedAt: isFinal ? movedAt : null,
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .execute();
  if (to === from) return;
  await tx
    .insertInto('commissionMoves')
    .values({
      requestId: id,
      move: to === 'closed' ? 'close' : 'reopen',
      fromState: from,
      toState: to,
      mover: 'studio',
      movedAt,
    })
    .execute();
}

async function takeReplies({ tx }: Change): Promise<void> {
  const replies = await tx
    .selectFrom('customReplies')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('threadMessages')
            .select('threadMessages.id')
            .whereRef('threadMessages.id', '=', 'customReplies.id'),
        ),
      ),
    )
    .orderBy('createdAt')
    .execute();
  for (const { id, requestId, authorId: staffId, text, createdAt } of replies) {
    const about = { kind: 'request', requestId, name: '', email: '', title: '' } as const;
    await tx
      .insertInto('threads')
      .values({ id: requestId, ...about, lastAt: createdAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto('threadMessages')
      .values({ id, threadId: requestId, staffId, text, createdAt })
      .execute();
    // Its buyer waits only if they have written since.
    await tx
      .updateTable('threads')
      .set({ lastAt: createdAt, waitingSince: null })
      .where('id', '=', requestId)
      .where('lastAt', '<=', createdAt)
      .execute();
  }
}
