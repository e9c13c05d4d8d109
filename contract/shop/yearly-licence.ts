import * as v from 'valibot';
import { counted } from '../wire/counted.ts';
import { idSchema, paragraphsSchema } from '../wire/fields.ts';

/** How many days before its end the buyer is reminded of a yearly licence. */
export const reminderDays = 30;

/** An agreement with the studio to use many designs for a year. `endsOn`: the last day, such as `2027-06-12`. */
export const yearlyLicenceSchema = v.object({
  /** The first day; missing if it began before the studio recorded it, and in answers of an older server. */
  startsOn: v.optional(v.string()),
  endsOn: v.pipe(v.string(), v.isoDate()),
  wantsReminder: v.boolean(),
});
export type YearlyLicence = v.InferOutput<typeof yearlyLicenceSchema>;

/** Whether the owner of a yearly licence wants the e-mail before its end. */
export const yearlyReminderSchema = v.pick(yearlyLicenceSchema, ['wantsReminder']);

/** The part of a page where it is asked for. */
export const askYearlyId = 'ask-yearly';

/** What an approved buyer asks a yearly licence for. */
export const yearlyRequestSchema = v.object({
  description: paragraphsSchema('Tell us what you make and sell.', 5000),
});

/** `isNew`: false if the account's earlier request is still open. */
export const yearlyRequestAnswerSchema = v.object({ requestId: idSchema, isNew: v.boolean() });

/** Days from `today` to the last day: 0 on that day, negative once it is over. */
export function daysLeft(endsOn: string, today: string): number {
  return (Date.parse(endsOn) - Date.parse(today)) / 86_400_000;
}

/** `212 days left`; nothing is said of how long it has been over. */
export function daysLeftText(days: number): string {
  if (days < 0) return 'ended';
  if (days === 0) return 'ends today';
  return `${counted(days, 'day')} left`;
}
