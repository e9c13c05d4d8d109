import { createHash } from 'node:crypto';
import { type LicenceRegister, packRevoked } from '#contract/shop/licence-register.ts';
import type { Reader } from '../../platform/database/open.ts';

/** The public keys and the revoked licences, of accounts deleted since too. */
export async function licenceRegister(read: Reader): Promise<LicenceRegister> {
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
    revokedAt === null ? [] : [{ hash: createHash('sha256').update(id).digest(), revokedAt }],
  );
  return { keys, revoked: packRevoked(revoked) };
}
