import { createHash } from 'node:crypto';
import { type LicenceRegister, packRevoked } from '#contract/shop/licence-register.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import type { Reader } from '../../platform/database/open.ts';

/** The SHA-256 of the ids of cards, by id. */
export type CardHashes = Map<string, Uint8Array>;

/**
 * The public keys and the revoked licences, of accounts deleted since too. Adds to `hashes`, and hashes no id that is
 * there: every refund lists all revoked licences again.
 */
export async function licenceRegister(
  read: Reader,
  hashes: CardHashes,
  timeZone: string,
): Promise<LicenceRegister> {
  const keys = await read
    .selectFrom('licenceKeys')
    .select(['id', 'publicKey'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const rows = await read
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orderItems.id', 'revokedAt'])
    .where('revokedAt', 'is not', null)
    .where('orders.state', '=', 'paid')
    .execute();
  const revoked = rows.flatMap(({ id, revokedAt }) =>
    revokedAt === null ? [] : [{ hash: hashOf(id, hashes), on: dayIn(timeZone, revokedAt) }],
  );
  return { keys, revoked: packRevoked(revoked) };
}

function hashOf(id: string, hashes: CardHashes): Uint8Array {
  const known = hashes.get(id);
  if (known) return known;
  const hash = createHash('sha256').update(id).digest();
  hashes.set(id, hash);
  return hash;
}
