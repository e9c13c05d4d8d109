import { createHmac } from 'node:crypto';

/** How the request for a proof reached the shop. */
const ways = ['usual', 'untrustedProxy', 'silentProxy', 'hiddenByCdn'] as const;
export type Way = (typeof ways)[number];

/** Proves knowledge of the shop's signing key, and says to those who know it, too, how the request came. The key is derived, so that a proof can't be a link's signature. */
export function proofOf(signingKey: Buffer, nonce: string, way: Way = 'usual'): string {
  const key = createHmac('sha256', signingKey).update('identity of the shop').digest();
  const text = way === 'usual' ? nonce : `${nonce} ${way}`;
  return createHmac('sha256', key).update(text).digest('hex');
}

/** How the request came that this proof answers; null: it isn't a proof of this shop. */
export function provedBy(signingKey: Buffer, nonce: string, proof: unknown): Way | null {
  return ways.find((way) => proof === proofOf(signingKey, nonce, way)) ?? null;
}
