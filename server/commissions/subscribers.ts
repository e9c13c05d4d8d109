import type { Reader } from '../platform/database/open.ts';

/** Accounts that asked to be notified when custom requests open. A deleted account is rejected, too. */
export function subscribersOf(reader: Reader) {
  return reader
    .selectFrom('accounts')
    .where('hasCustomsNews', '=', 1)
    .where('status', '!=', 'rejected');
}
