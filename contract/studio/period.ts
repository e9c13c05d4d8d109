import * as v from 'valibot';

/** From when until when something holds. The shop never loads this. */

export const periodMessages = {
  instant: 'Enter a date and time up to the year 9999.',
  order: 'The end must be after the start.',
} as const;

/** An instant, normalized to the one format that rows use, because instants sort as text only then. */
export const wantedInstantSchema = v.pipe(
  v.string(periodMessages.instant),
  v.isoTimestamp(periodMessages.instant),
  v.check((text) => !Number.isNaN(Date.parse(text)), periodMessages.instant),
  v.transform((text) => new Date(text).toISOString()),
);

/** Whether a period of such instants ends after it starts; null: it has no start, or no end. */
export function startsBeforeItEnds(period: {
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}): boolean {
  const { startsAt, endsAt } = period;
  return startsAt === null || endsAt === null || startsAt < endsAt;
}
