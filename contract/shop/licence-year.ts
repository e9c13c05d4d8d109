import { utcDay } from '../wire/day-in.ts';
import { dayInWords } from './day-in-words.ts';
import type { YearlyLicence } from './yearly-licence.ts';

/** The days of a yearly licence, such as `2027-06-12`, both of them included. */
export interface LicenceYear {
  readonly startsOn: string;
  readonly endsOn: string;
}

/** What every yearly licence covers, whatever else was agreed. */
export const yearlyCovers =
  'Every design in your orders, without a limit of items sold, from the first day to the last. It has to be renewed before it ends: after that, nothing more may be sold under it.';

export const yearlyMessages = {
  changed:
    'Your yearly licence has changed since this quote. Please ask the studio for a new quote.',
  over: 'The year of this quote is over. Please ask the studio for a new quote.',
} as const;

const dayMs = 86_400_000;

/** `December 1, 2026 to November 30, 2027`. */
export function yearInWords({ startsOn, endsOn }: LicenceYear): string {
  return `${dayInWords(startsOn)} to ${dayInWords(endsOn)}`;
}

const nameStart = 'Yearly licence, ';

/** What an order calls it. */
export function yearName(year: LicenceYear): string {
  return nameStart + yearInWords(year);
}

/** Whether an order's item is one. */
export function isYear(productName: string, isCommission: boolean): boolean {
  return isCommission && productName.startsWith(nameStart);
}

/** Whether a yearly licence is in force on a day. */
export function runsOn({ startsOn = '', endsOn }: YearlyLicence, today: string): boolean {
  return startsOn <= today && today <= endsOn;
}

/** The day after. */
export function dayAfter(day: string): string {
  return utcDay(new Date(Date.parse(day) + dayMs));
}

/** The last day of a year that begins on `startsOn`. */
export function yearFrom(startsOn: string): string {
  const next = new Date(startsOn);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return utcDay(new Date(next.getTime() - dayMs));
}
