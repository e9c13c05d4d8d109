import { licenseTypeNames } from './account.ts';
import { dayInWords } from './day-in-words.ts';
import { isYearly, type LicenceFacts } from './licence-facts.ts';

/** What is licensed. */
export function cardTitle(facts: LicenceFacts): string {
  return isYearly(facts) ? 'Yearly licence' : facts.design;
}

/** What a licence card says beside its title and licensee, as term and value. */
export function cardRows(facts: LicenceFacts): readonly (readonly [string, string])[] {
  return [
    ...(facts.company === undefined ? [] : [['Company', facts.company] as const]),
    ['Kind', licenseTypeNames[facts.kind]],
    ...scopeRows(facts),
    ['Order', facts.order],
    ['Date', dayInWords(facts.on)],
    ['Licence text', `Version ${facts.text}`],
  ];
}

function scopeRows(facts: LicenceFacts): readonly (readonly [string, string])[] {
  if (isYearly(facts)) {
    return [
      ['Covers', 'all designs in the licensee’s orders, any number of items'],
      ['First day', dayInWords(facts.from)],
      ['Last day', dayInWords(facts.until)],
    ];
  }
  return [
    ...(facts.exclusive ? [['Exclusive', 'licensed to nobody else'] as const] : []),
    ['Covers', `${facts.goods} items`],
  ];
}
