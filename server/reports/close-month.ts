import { sql } from 'kysely';
import { closingMessages } from '#contract/studio/books.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../platform/database/change.ts';
import { makeChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { bookedMonths, feeOfOrder, lastClosed, paidOrders, refundsOfPaid } from './books.ts';

/**
 * Closes a month: keeps its payments and refunds as they are now. Nothing opens it again.
 * @throws CONFLICT if it isn't over, an earlier one is open, or it is closed; NOT_FOUND
 */
export async function closeMonth(
  change: AuditedChange,
  month: string,
  timeZone: string,
): Promise<void> {
  const { tx, now, actorId } = change;
  const open = (await bookedMonths(tx, timeZone)).filter(({ closed }) => closed === null);
  const [next] = open;
  const wanted = open.find((each) => each.month === month);
  if (!wanted || !next) {
    const last = await lastClosed(tx);
    if (last && month <= last.month) throw new Problem('CONFLICT', closingMessages.closed(month));
    throw new Problem('NOT_FOUND', closingMessages.empty(month));
  }
  const { startsAt, endsAt } = wanted;
  if (endsAt > now.toISOString()) throw new Problem('CONFLICT', closingMessages.running(month));
  if (next !== wanted) throw new Problem('CONFLICT', closingMessages.earlier(next.month));
  // Of two at once, the second waits here for the first.
  const closed = await tx
    .insertInto('closedMonths')
    .values({ month, endsAt, timeZone, closedAt: now.toISOString(), actorId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst();
  if (!closed) throw new Problem('CONFLICT', closingMessages.closed(month));
  await keepEntries(change, month, { startsAt, endsAt });
  await recordAction(change, {
    action: 'month.closed',
    subjectId: month,
    before: null,
    after: { month },
  });
}

async function keepEntries(
  { tx }: Change,
  month: string,
  { startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string },
): Promise<void> {
  const columns = [
    'id',
    'subjectId',
    'month',
    'kind',
    'orderNumber',
    'number',
    'at',
    'amount',
    'fee',
  ] as const;
  await tx
    .insertInto('bookEntries')
    .columns(columns)
    .expression(
      paidOrders(tx)
        .select(['orders.id', 'orders.id as subjectId'])
        .select([sql.lit(month).as('month'), sql.lit('order').as('kind'), 'orderNumber'])
        .select(['receiptNumber', 'paidAt'])
        .select([sql<number>`coalesce("capturedAmount", 0)`.as('amount'), feeOfOrder.as('fee')])
        .where('paidAt', '>=', startsAt)
        .where('paidAt', '<', endsAt),
    )
    .execute();
  await tx
    .insertInto('bookEntries')
    .columns(columns)
    .expression(
      refundsOfPaid(tx)
        .select(['refunds.id', 'refunds.id as subjectId'])
        .select([sql.lit(month).as('month'), sql.lit('refund').as('kind'), 'orderNumber'])
        .select(['creditNoteNumber', 'refunds.createdAt'])
        .select([sql<number>`-refunds.amount`.as('amount'), sql.lit(0).as('fee')])
        .where('refunds.createdAt', '>=', startsAt)
        .where('refunds.createdAt', '<', endsAt),
    )
    .execute();
  await tx
    .updateTable('bookEntries')
    .set({ month })
    .where('month', 'is', null)
    .where('at', '<', endsAt)
    .execute();
}

/** What is different now from what closed months say of an order or a refund. */
interface Difference {
  readonly subjectId: string;
  readonly orderNumber: string;
  readonly number: string | null;
  /** Null: no month counted it. */
  readonly before: number | null;
  readonly after: number;
  readonly feeBefore: number | null;
  readonly feeAfter: number;
  readonly isPaid: number;
}

/** Adds an entry to the open month for whatever changed of closed ones since the last time. */
export async function noteCorrections(services: Services): Promise<void> {
  const { database } = services;
  if ((await differences(database.read)).length === 0) return;
  await makeChange(services, async ({ tx, now }) => {
    // One at a time, or two would note the same.
    await tx
      .updateTable('closedMonths')
      .set((row) => ({ closedAt: row.ref('closedAt') }))
      .execute();
    for (const each of await differences(tx)) {
      const { subjectId, orderNumber, number, before, after, feeBefore, feeAfter } = each;
      await tx
        .insertInto('bookEntries')
        .values({
          ...{ id: newId(now), month: null, kind: 'correction', subjectId, orderNumber, number },
          ...{ at: now.toISOString(), amount: after - (before ?? 0) },
          ...{ fee: feeAfter - (feeBefore ?? 0), before: before ?? 0, after },
          reason: reasonOf(each),
        })
        .execute();
    }
  });
}

function reasonOf({ before, after, isPaid }: Difference): string {
  if (before === null) return 'counted after its month was closed';
  if (isPaid === 0) return 'no longer paid';
  return before === after ? 'the payment provider said its fee' : 'the amount changed';
}

async function differences(reader: Reader): Promise<Difference[]> {
  const closed = await lastClosed(reader);
  if (!closed) return [];
  const { rows } = await sql<Difference>`
    with counted as (
      select "subjectId", sum(amount) as amount, sum(coalesce(fee, 0)) as fee
      from "bookEntries" group by "subjectId"
    ), present as (
      select orders.id, orders."orderNumber", orders."receiptNumber" as number, orders."paidAt" as at,
        coalesce(orders."capturedAmount", 0) as amount, coalesce(orders.fee, 0) as fee,
        case when orders.state = 'paid' and orders."receiptNumber" is not null then 1 else 0 end as "isPaid"
      from orders
      union all
      select refunds.id, orders."orderNumber", refunds."creditNoteNumber" as number, refunds."createdAt" as at,
        -refunds.amount as amount, 0 as fee, case when orders.state = 'paid' then 1 else 0 end as "isPaid"
      from refunds inner join orders on orders.id = refunds."orderId"
      where refunds.kind = 'refund'
    )
    select present.id as "subjectId", "orderNumber", number, counted.amount as before, "isPaid",
      present.amount * "isPaid" as after, counted.fee as "feeBefore", present.fee * "isPaid" as "feeAfter"
    from present left join counted on counted."subjectId" = present.id
    where (counted."subjectId" is not null and (counted.amount != present.amount * "isPaid" or counted.fee != present.fee * "isPaid"))
      or (counted."subjectId" is null and "isPaid" = 1 and at < ${closed.endsAt})
    order by present.id
  `.execute(reader);
  return rows;
}
