import { licenseTypeNames } from './account.ts';
import { dayInWords } from './day-in-words.ts';
import type { LicenceFacts } from './licence-facts.ts';

/** What a licence card says beside design and licensee, as term and value. */
export function cardRows(facts: LicenceFacts): readonly (readonly [string, string])[] {
  return [
    ...(facts.company === undefined ? [] : [['Company', facts.company] as const]),
    ['Kind', licenseTypeNames[facts.kind]],
    ...(facts.exclusive ? [['Exclusive', 'licensed to nobody else'] as const] : []),
    ['Covers', `${facts.goods} items`],
    ['Order', facts.order],
    ['Date', dayInWords(facts.on)],
    ['Licence text', `Version ${facts.text}`],
  ];
}
