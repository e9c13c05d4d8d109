import * as v from 'valibot';
import { counted } from '../wire/counted.ts';

/** How many days before its end the buyer is reminded of a yearly licence. */
export const reminderDays = 30;

/** An agreement with the studio to use many designs for a year. `endsOn`: the last day, such as `2027-06-12`. */
export const yearlyLicenceSchema = v.object({
  endsOn: v.pipe(v.string(), v.isoDate()),
  wantsReminder: v.boolean(),
});
export type YearlyLicence = v.InferOutput<typeof yearlyLicenceSchema>;

/** Whether the owner of a yearly licence wants the e-mail before its end. */
export const yearlyReminderSchema = v.pick(yearlyLicenceSchema, ['wantsReminder']);

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
