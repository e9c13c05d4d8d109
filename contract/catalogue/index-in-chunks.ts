import type { Replica } from './replica.ts';

/** How many designs are indexed before other work gets a turn. */
export const indexedAtOnce = 100;

/**
 * Indexes all designs for searches in batches, so that requests are answered in between. Resolves once all
 * are indexed.
 * @param nextTurn resolves after everything that is due now.
 */
export async function indexInChunks(
  replica: Pick<Replica, 'prepareSearch'>,
  nextTurn: () => Promise<unknown>,
): Promise<void> {
  while (!replica.prepareSearch(indexedAtOnce)) await nextTurn();
}
