import { licenseTypeNames } from '#contract/shop/account.ts';
import type { LicenceFacts } from '#contract/shop/licence-card.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A day (`2026-11-25`) in words. */
export function dayText(date: string): string {
  return day.format(new Date(date));
}

/** What a licence card says beside design and licensee, as term and value. */
export function cardRows(facts: LicenceFacts): readonly (readonly [string, string])[] {
  return [
    ['Kind', licenseTypeNames[facts.kind]],
    ['Covers', `${facts.goods} goods`],
    ['Order', facts.order],
    ['Date', dayText(facts.on)],
    ['Licence text', `Version ${facts.text}`],
  ];
}
