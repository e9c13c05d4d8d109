import { sql } from 'kysely';
import type { RangeQuery } from '#contract/studio/reports.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { dayStart } from '../platform/day-start.ts';

/** A day of the shop. `endsAt` is the first instant after it. */
export interface Day {
  readonly day: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Consecutive days, the oldest first. */
export type Days = readonly [Day, ...Day[]];

/**
 * The days of a range in a time zone, and as many days before them. Days begin at local midnight, also when
 * clocks change. A range ends today, unless its days are given.
 */
export function daysOf(
  { range, from, until }: RangeQuery,
  now: Date,
  timeZone: string,
): { readonly days: Days; readonly before: Days } {
  const today = Temporal.PlainDate.from(dayIn(timeZone, now));
  const last = range === 'own' ? Temporal.PlainDate.from(until ?? '') : today;
  const first =
    range === 'own'
      ? Temporal.PlainDate.from(from ?? '')
      : range === 'year'
        ? today.with({ month: 1, day: 1 })
        : today.subtract({ days: Number(range) - 1 });
  const count = first.until(last, { largestUnit: 'days' }).days + 1;
  return {
    days: daysFrom(first, count, timeZone),
    before: daysFrom(first.subtract({ days: count }), count, timeZone),
  };
}

function daysFrom(first: Temporal.PlainDate, count: number, timeZone: string): Days {
  let next = first;
  let nextAt = dayStart(first, timeZone);
  const takeDay = (): Day => {
    const [day, startsAt] = [String(next), nextAt];
    next = next.add({ days: 1 });
    nextAt = dayStart(next, timeZone);
    return { day, startsAt, endsAt: nextAt };
  };
  return [takeDay(), ...Array.from({ length: count - 1 }, takeDay)];
}

/** The bounds of a range: its first instant, the first one after it, and its first and last day. */
export function boundsOf(days: Days) {
  const [first] = days;
  const last = days.at(-1) ?? first;
  return { startsAt: first.startsAt, endsAt: last.endsAt, from: first.day, until: last.day };
}

/** The bounds of each day, as rows of a query. */
export function dayValues(days: Days) {
  return sql.join(days.map(({ startsAt, endsAt }) => sql`(${startsAt}, ${endsAt})`));
}
