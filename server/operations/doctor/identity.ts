import { createHmac } from 'node:crypto';

/** Proves knowledge of the shop's signing key. The key is derived, so that a proof can't be a link's signature. */
export function proofOf(signingKey: Buffer, nonce: string): string {
  const key = createHmac('sha256', signingKey).update('identity of the shop').digest();
  return createHmac('sha256', key).update(nonce).digest('hex');
}
