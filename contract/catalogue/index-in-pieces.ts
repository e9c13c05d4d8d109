import type { Replica } from './replica.ts';

/** So many designs are indexed before others get their turn. */
export const indexedAtOnce = 100;

/**
 * Indexes every design for searches, piece by piece, so that other requests are answered in between.
 * Settles once all are indexed.
 * @param nextTurn settles after everything that is due now.
 */
export async function indexInPieces(
  replica: Pick<Replica, 'prepareSearch'>,
  nextTurn: () => Promise<unknown>,
): Promise<void> {
  while (!replica.prepareSearch(indexedAtOnce)) await nextTurn();
}
