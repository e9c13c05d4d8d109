import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { closingMessages } from '#contract/studio/books.ts';
import { sellerLines } from '../orders/papers/read-paper.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../platform/database/change.ts';
import { makeChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { lastClosed, realEntries } from './book-entries.ts';
import { type BookSettings, bookedMonths } from './books.ts';

/**
 * Closes a month: keeps its payments and refunds as they are now. Nothing opens it again.
 * @throws CONFLICT if the shop is only tried out, it isn't over, an earlier one is open, or it is closed; NOT_FOUND
 */
export async function closeMonth(
  change: AuditedChange,
  month: string,
  settings: BookSettings,
): Promise<void> {
  const { tx, now, actorId } = change;
  const { timeZone, isTrial } = settings;
  if (isTrial) throw new Problem('CONFLICT', closingMessages.trial);
  const open = (await bookedMonths(tx, settings)).filter(({ closed }) => closed === null);
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
    .values({
      ...{ month, endsAt, timeZone, closedAt: now.toISOString(), actorId },
      seller: JSON.stringify(await sellerLines(tx, endsAt)),
    })
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
  await tx
    .insertInto('bookEntries')
    .columns([
      ...(['id', 'subjectId', 'month', 'kind', 'orderNumber', 'number', 'at'] as const),
      ...(['amount', 'fee', 'reason'] as const),
    ])
    .expression(
      realEntries(tx, { startsAt, endsAt })
        .select(['id', 'id as subjectId', sql.lit(month).as('month'), 'kind', 'orderNumber'])
        .select(['number', 'at', 'amount', 'fee', 'reason']),
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
  /** Null: it isn't a sale any more, or is gone. */
  readonly after: number | null;
  readonly feeBefore: number;
  /** Null: unknown. */
  readonly feeAfter: number | null;
  /** The first instant that isn't in a closed month. */
  readonly openFrom: string;
}

/** Adds an entry to the open month for whatever changed of closed ones since the last time. */
export async function noteCorrections(services: Services): Promise<void> {
  const { read } = services.database;
  const months = await read.selectFrom('closedMonths').selectAll().orderBy('month').execute();
  const entries = read.selectFrom('bookEntries').select('subjectId as id');
  let startsAt = '';
  for (const { month, endsAt } of months) {
    const span = { startsAt, endsAt };
    const counted = entries.where('month', '=', month).where('kind', '<>', 'correction');
    const present = realEntries(read, span).select('id');
    await noteCorrectionsOf(services, { of: counted.union(present), span });
    startsAt = endsAt;
    await nextTurn();
  }
  // What was counted after its month was closed, and is gone.
  await noteCorrectionsOf(services, { of: entries.where('kind', '=', 'correction') });
}

async function noteCorrectionsOf(services: Services, which: Subjects): Promise<void> {
  const found = await differences(services.database.read, which);
  for (let from = 0; from < found.length; from += notedAtOnce) {
    const ids = found.slice(from, from + notedAtOnce).map(({ subjectId }) => subjectId);
    await makeChange(services, async ({ tx, now }) => {
      // One at a time, or two would note the same.
      await tx
        .updateTable('closedMonths')
        .set((row) => ({ closedAt: row.ref('closedAt') }))
        .execute();
      for (const each of await differences(tx, { of: ids })) {
        await tx.insertInto('bookEntries').values(correctionOf(each, now)).execute();
      }
    });
  }
}

/** So that no change takes long. */
const notedAtOnce = 500;

interface Subjects {
  /** Ids of orders and refunds, or a query for them. */
  readonly of: readonly string[] | SelectQueryBuilder<Tables, 'bookEntries', { id: string }>;
  /** If these are all that count in a time. */
  readonly span?: Parameters<typeof realEntries>[1];
}

function correctionOf(difference: Difference, now: Date) {
  const { subjectId, orderNumber, number, before, openFrom } = difference;
  const { after, fee, reason } = changeOf(difference);
  // A clock may be slow.
  const at = [now.toISOString(), openFrom].toSorted().at(-1) ?? openFrom;
  return {
    ...{ id: newId(now), month: null, kind: 'correction' as const, subjectId, orderNumber },
    ...{ number, at, amount: after - (before ?? 0), fee, before: before ?? 0, after, reason },
  };
}

function changeOf({ before, after, feeBefore, feeAfter }: Difference): {
  readonly after: number;
  readonly fee: number | null;
  readonly reason: string;
} {
  if (after === null) return { after: 0, fee: -feeBefore, reason: 'no longer counts as a sale' };
  if (before === null)
    return { after, fee: feeAfter, reason: 'counted after its month was closed' };
  // One that is still unknown is so in the closed month.
  const fee = feeAfter === null ? 0 : feeAfter - feeBefore;
  const reason = before === after ? 'the payment provider said its fee' : 'the amount changed';
  return { after, fee, reason };
}

/** Of some orders and refunds of closed months. */
async function differences(reader: Reader, { of, span }: Subjects): Promise<Difference[]> {
  const closed = await lastClosed(reader);
  if (!closed) return [];
  const { endsAt } = closed;
  const nothing = sql<number | null>`cast(null as bigint)`;
  const counted = reader
    .selectFrom('bookEntries')
    .select(['subjectId', 'orderNumber', 'number', 'amount as before', nothing.as('after')])
    .select([sql<number>`coalesce(fee, 0)`.as('feeBefore'), nothing.as('feeAfter')])
    .where('subjectId', 'in', of);
  const present = realEntries(reader, span ?? { startsAt: '', endsAt })
    .select(['id', 'orderNumber', 'number', nothing.as('before')])
    // What counts nothing has a reason.
    .select(sql<number | null>`case when reason is null then amount end`.as('after'))
    .select([nothing.as('feeBefore'), 'fee as feeAfter'])
    .$if(span === undefined, (rows) => rows.where('id', 'in', of));
  // Grouped, not joined: SQLite joins two such queries row by row.
  const { rows } = await sql<Difference>`
    select "subjectId", min("orderNumber") as "orderNumber", max(number) as number,
      sum(before) as before, sum(after) as after,
      coalesce(sum("feeBefore"), 0) as "feeBefore", sum("feeAfter") as "feeAfter", ${endsAt} as "openFrom"
    from (select * from ${counted} as counted union all select * from ${present} as present) as said
    group by "subjectId"
    having (sum(before) is null and sum(after) is not null) or sum(before) <> coalesce(sum(after), 0)
      or sum("feeBefore") <> case when sum(after) is null then 0 else sum("feeAfter") end
    order by "subjectId"
  `.execute(reader);
  return rows;
}
