import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { ownersOnly } from './serve-studio.ts';

/** The owners who can sign in. */
export function activeOwners(reader: Reader) {
  return reader
    .selectFrom('studioAccounts')
    .where('role', '=', 'owner')
    .where('disabledAt', 'is', null)
    .where('passwordHash', 'is not', null);
}

/**
 * Refuses an actor who is no longer an owner. Checked in the transaction, so that of two owners who remove
 * each other at once only one succeeds.
 * @throws FORBIDDEN
 */
export async function assertOwner({ tx, actorId }: AuditedChange): Promise<void> {
  const owner = await activeOwners(tx).select('id').where('id', '=', actorId).executeTakeFirst();
  if (!owner) throw ownersOnly();
}
