import { sql } from 'kysely';
import type { CommissionMove } from '#contract/shop/commission-states.ts';
import type { CommissionFigures } from '#contract/studio/reports.ts';
import type { Reader } from '../platform/database/open.ts';
import { type Month, monthsBetween } from './books.ts';

const day = 86_400_000;
const counted = ['quote', 'accept', 'payLicence', 'refund', 'endLicence'] as const;
const shown = [...counted, 'deliver'] as const;

/**
 * What became of custom requests within a range: each move counts on its own day, and once for each request. A yearly licence
 * that is paid is accepted, and one that ends is refunded.
 */
export async function commissionFigures(
  reader: Reader,
  { startsAt, endsAt }: Pick<Month, 'startsAt' | 'endsAt'>,
): Promise<CommissionFigures> {
  const rows = await reader
    .selectFrom(movesOf(reader))
    .select(({ fn }) => ['move', fn.count<number>('requestId').distinct().as('requests')])
    .where('move', 'in', counted)
    .where('movedAt', '>=', startsAt)
    .where('movedAt', '<', endsAt)
    .groupBy('move')
    .execute();
  const of = (move: (typeof counted)[number]) =>
    rows.find((row) => row.move === move)?.requests ?? 0;
  const times = await deliveryTimes(reader, startsAt, endsAt);
  return {
    quoted: of('quote'),
    accepted: of('accept') + of('payLicence'),
    delivered: times.length,
    medianDays: times.length === 0 ? null : inDays(medianOf(times)),
    longestDays: times.length === 0 ? null : inDays(times.at(-1) ?? 0),
    refunded: of('refund') + of('endLicence'),
  };
}

/** The moves of all requests, deleted ones included. */
function movesOf(reader: Reader) {
  return reader
    .selectFrom('commissionMoves')
    .select(['requestId', 'move', 'movedAt'])
    .unionAll(reader.selectFrom('deletedRequestMoves').select(['requestId', 'move', 'movedAt']))
    .as('moves');
}

/** How long the first deliveries in a range took since their payment, in ms, the shortest first. */
async function deliveryTimes(
  reader: Reader,
  startsAt: string,
  endsAt: string,
): Promise<readonly number[]> {
  const firstOf = (move: CommissionMove) =>
    sql<string | null>`min(case when move = ${move} then "movedAt" end)`;
  const rows = await reader
    .selectFrom(movesOf(reader))
    .select([firstOf('pay').as('paidAt'), firstOf('deliver').as('deliveredAt')])
    .where('requestId', 'in', (row) =>
      row
        .selectFrom(movesOf(reader))
        .select('requestId')
        .where('move', '=', 'deliver')
        .where('movedAt', '>=', startsAt)
        .where('movedAt', '<', endsAt),
    )
    .groupBy('requestId')
    .execute();
  return rows
    .flatMap(({ paidAt, deliveredAt }) =>
      paidAt === null || deliveredAt === null || deliveredAt < startsAt
        ? []
        : [Date.parse(deliveredAt) - Date.parse(paidAt)],
    )
    .sort((a, b) => a - b);
}

function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Days with one decimal. */
function inDays(milliseconds: number): number {
  return Math.round((milliseconds / day) * 10) / 10;
}

/** The figures as cells of a table. */
export function commissionCells(figures: CommissionFigures): (number | null)[] {
  const { quoted, accepted, delivered, medianDays, longestDays, refunded } = figures;
  return [quoted, accepted, delivered, medianDays, longestDays, refunded];
}

/** The months from the first to the last of what is counted, oldest first. */
export async function commissionMonths(
  reader: Reader,
  timeZone: string,
): Promise<readonly Month[]> {
  const { first, last } = await reader
    .selectFrom(movesOf(reader))
    .select(({ fn }) => [
      fn.min<string | null>('movedAt').as('first'),
      fn.max<string | null>('movedAt').as('last'),
    ])
    .where('move', 'in', shown)
    .executeTakeFirstOrThrow();
  return first === null || last === null ? [] : monthsBetween(first, last, timeZone);
}
