import type { Database, Transaction } from '../platform/database/open.ts';

/** Accounts that asked to be notified when custom requests open. */
export function subscribersOf(reader: Database['read'] | Transaction) {
  return reader
    .selectFrom('accounts')
    .where('hasCustomsNews', '=', 1)
    .where('status', '!=', 'rejected')
    .where('deletedAt', 'is', null);
}
