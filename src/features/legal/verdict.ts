import { dayInWords } from '#contract/shop/day-in-words.ts';
import type { YearlyFacts } from '#contract/shop/licence-facts.ts';
import { dayAfter } from '#contract/shop/licence-year.ts';
import type { IconName } from '#ui/icon.tsx';

/** What checking a licence card found, in words. */
export interface Verdict {
  readonly tone: 'good' | 'bad' | 'open';
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

/** What a genuine card of a yearly licence that isn't revoked is worth on a day, by this device's clock. */
export function yearlyVerdict({ on, from, until }: YearlyFacts, today: string): Verdict {
  const genuine = 'This shop signed the card, and nothing on it was changed.';
  // While this device doesn't know the shop's time zone, it may be a day behind.
  if (dayAfter(today) < on) {
    return {
      tone: 'open',
      icon: 'exclamation',
      title: 'This device’s date is wrong',
      text: `${genuine} But this device says that it is ${dayInWords(today)}, before the licence was bought. Set its date, and check the card again.`,
    };
  }
  if (today < from) {
    return {
      tone: 'open',
      icon: 'exclamation',
      title: `Begins on ${dayInWords(from)}`,
      text: `${genuine} The licence has been paid, and covers nothing before that day.`,
    };
  }
  if (today > until) {
    return {
      tone: 'bad',
      icon: 'close',
      title: `Ended on ${dayInWords(until)}`,
      text: `${genuine} But the licence is over: nothing more may be sold under it.`,
    };
  }
  return {
    tone: 'good',
    icon: 'check',
    title: `Valid, runs until ${dayInWords(until)}`,
    text: `${genuine} The licence is in force.`,
  };
}
