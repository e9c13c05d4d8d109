import { dayIn } from '#contract/wire/day-in.ts';

/**
 * The series of a receipt (`R`) or credit note (`C`), such as `R-2026`: one for each year of the shop's time zone.
 * `restored`: of the last restore; empty if there was none. The demo's accounts and payments that move no money count apart.
 */
export function seriesName(
  kind: 'R' | 'C',
  at: string,
  {
    timeZone,
    restored,
    isDemo,
    isPractice,
  }: {
    readonly timeZone: string;
    readonly restored: string;
    readonly isDemo: boolean;
    readonly isPractice: boolean;
  },
): string {
  const year = dayIn(timeZone, at).slice(0, 4);
  const apart = isPractice ? 'PRACTICE' : '';
  return [isDemo ? 'DEMO' : apart, kind, year, restored].filter((part) => part !== '').join('-');
}

/**
 * A day (`2027-01-01`), or the nearest to it in the year of a receipt's or credit note's number: a later change of the
 * time zone may have moved it into another.
 */
export function dayInSeries(number: string, day: string): string {
  const year = /\d{4}/.exec(number)?.[0] ?? day.slice(0, 4);
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  if (day < first) return first;
  return day > last ? last : day;
}
