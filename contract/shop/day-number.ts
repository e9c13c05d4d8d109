import { utcDay } from '../wire/day-in.ts';

/** Days as numbers of two bytes, in what has to be small. Never changed: printed cards have them. */
const firstDay = Date.UTC(2020, 0, 1);
const dayMs = 86_400_000;

/** The number of a day such as `2026-11-25`; NaN if the text isn't one. */
export function dayNumber(day: string): number {
  return (Date.parse(day) - firstDay) / dayMs;
}

export function numberedDay(number: number): string {
  return utcDay(new Date(firstDay + number * dayMs));
}
