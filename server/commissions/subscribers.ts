import type { Reader } from '../platform/database/open.ts';

/** Accounts that asked to be notified when custom requests open. */
export function subscribersOf(reader: Reader) {
  return reader
    .selectFrom('accounts')
    .where('hasCustomsNews', '=', 1)
    .where('status', '!=', 'rejected')
    .where('deletedAt', 'is', null);
}
