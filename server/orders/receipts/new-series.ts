import { randomInt } from 'node:crypto';
import type { Change } from '../../platform/database/change.ts';
import { writeSetting } from '../../platform/settings/settings.ts';

/** Without vowels, so that it is no word, and without letters and digits that are easily confused. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/**
 * The mark of new series of receipts and credit notes. It is random: one backup may be restored twice, and each time the
 * numbers given since must not come back.
 */
export function newSeriesMark(): string {
  return Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
}

/** Begins new series. Call it when numbers that were given may be missing in the database. */
export async function beginNewSeries(change: Change): Promise<string> {
  const mark = newSeriesMark();
  await writeSetting(change, 'receiptSeries', mark);
  return mark;
}
