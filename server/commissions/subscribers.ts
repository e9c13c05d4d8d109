import { sql } from 'kysely';
import type { Reader } from '../platform/database/open.ts';

/** Accounts that asked to be notified when custom requests open. A deleted account is rejected, too. */
export function subscribersOf(reader: Reader) {
  return (
    reader
      .selectFrom('accounts')
      // A literal, as in the partial index: PostgreSQL may not use that for a parameter.
      .where('hasCustomsNews', '=', sql.lit(1))
      .where('status', '!=', 'rejected')
  );
}
