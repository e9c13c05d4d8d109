import { dayIn } from '#contract/wire/day-in.ts';

/**
 * The series of a receipt (`R`) or credit note (`C`), such as `R-2026`: one for each year of the shop's time zone.
 * `restored`: of the last restore; empty if there was none.
 */
export function seriesName(
  kind: 'R' | 'C',
  at: string,
  {
    timeZone,
    restored,
    isDemo,
  }: { readonly timeZone: string; readonly restored: string; readonly isDemo: boolean },
): string {
  const year = dayIn(timeZone, at).slice(0, 4);
  return [isDemo ? 'DEMO' : '', kind, year, restored].filter((part) => part !== '').join('-');
}
