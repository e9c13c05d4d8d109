import type { Database, Transaction } from '../platform/database/open.ts';

/** Accounts whose owners are told when customs open. */
export function whoAsked(reader: Database['read'] | Transaction) {
  return reader
    .selectFrom('accounts')
    .where('hasCustomsNews', '=', 1)
    .where('status', '!=', 'rejected')
    .where('deletedAt', 'is', null);
}
