import { type Change, makeChange } from '../../platform/database/change.ts';
import { backoffMs } from '../../platform/jobs/backoff.ts';
import { skipTaken } from '../../platform/jobs/lease.ts';
import type { OrderServices } from './order-services.ts';
import { countPoll, isOverdue, pollBackoff, pollTime, underWayMs } from './order-state.ts';
import { notifyOverdueRefund } from './overdue-refund.ts';
import { pollDue } from './poll-due.ts';
import type { RefundRequest } from './request-refund.ts';
import { look, orderOf, sendRefund } from './send-refund.ts';

/** How long the provider remembers a request id; afterwards it no longer prevents a second refund. */
const rememberedMs = 6 * 3_600_000;

/**
 * Polls the provider for open refunds that are due, and checks which refunds it made before sending one
 * again. Refunds that were answered last time go first.
 */
export function resumeRefunds(services: OrderServices, isStopped: () => boolean): Promise<number> {
  return pollDue<RefundRequest>({
    claim: () => makeChange(services, claim),
    async poll(request) {
      try {
        await resume(services, request);
      } catch (error) {
        const { orderId } = request;
        services.log.error({ err: error, orderId }, 'a refund could not be reconciled');
      }
      await waitLonger(services, request);
    },
    isStopped,
  });
}

/** Has a refund wait by the backoff if its poll brought no answer, unless the database is away, too. */
async function waitLonger(services: OrderServices, request: RefundRequest): Promise<void> {
  const { id, nextPollAt, unansweredPolls } = request;
  await makeChange(services, ({ tx, now }) =>
    tx
      .updateTable('refundRequests')
      .set({ nextPollAt: pollTime(now, backoffMs(unansweredPolls, pollBackoff)) })
      .where('id', '=', id)
      .where('state', '=', 'open')
      // An answer moves it.
      .where('nextPollAt', '=', nextPollAt)
      .execute(),
  ).catch(() => {});
}

async function resume(services: OrderServices, request: RefundRequest): Promise<void> {
  const order = await orderOf(services, request);
  const seen = await look(services, order, request);
  const now = services.clock();
  const isRemembered = now.getTime() - Date.parse(request.createdAt) < rememberedMs;
  const isUnmade = seen === 'absent' || (seen === 'gone' && isRemembered);
  if (isUnmade && request.providerId === null) await sendRefund(services, request);
  if (isOverdue(now, request)) await notifyOverdueRefund(services, request);
}

/** When the server starts, polls refunds that were in progress when it stopped, unless polls of them are going unanswered. */
export async function pollRefundsNow(services: OrderServices): Promise<void> {
  const nextPollAt = services.clock().toISOString();
  await services.database.write((tx) =>
    tx
      .updateTable('refundRequests')
      .set({ nextPollAt })
      .where('state', '=', 'open')
      .where('unansweredPolls', '=', 0)
      .execute(),
  );
}

/** Claims the most urgent due refund, so that only one of several servers polls it. */
async function claim({ tx, now }: Change): Promise<RefundRequest | null> {
  for (;;) {
    const due = await tx
      .selectFrom('refundRequests')
      .selectAll()
      .where('state', '=', 'open')
      .where('nextPollAt', '<=', now.toISOString())
      .orderBy('unansweredPolls')
      .orderBy('nextPollAt')
      .limit(1)
      .modifyEnd(skipTaken(tx))
      .executeTakeFirst();
    if (!due) return null;
    const set = { ...countPoll(now, due), nextPollAt: pollTime(now, underWayMs) };
    const claimed = await tx
      .updateTable('refundRequests')
      .set(set)
      .where('id', '=', due.id)
      .where('state', '=', 'open')
      .where('nextPollAt', '=', due.nextPollAt)
      .returning('id')
      .executeTakeFirst();
    if (claimed) return { ...due, ...set };
    // Another server claimed it in the meantime: try the next.
  }
}
