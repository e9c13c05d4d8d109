import { chunk } from '#contract/wire/chunk.ts';
import type { Change } from '../platform/database/change.ts';

/** Rows per statement, because an engine limits the number of values. */
const rowsAtOnce = 1000;

/** The prices of a published design in cents, as buyers paid before and pay from now on. */
export interface PriceChange {
  readonly productId: string;
  readonly before: number;
  readonly after: number;
}

/**
 * Stores what designs cost until now if they cost more from now on, so that buyers who saw that price can
 * still pay it for a while (decision 051). Call it in the transaction that changes the prices.
 */
export async function recordRises(
  { tx, now }: Change,
  changes: readonly PriceChange[],
): Promise<void> {
  const endedAt = now.toISOString();
  const rises = changes.filter(({ before, after }) => after > before);
  const rows = rises.map(({ productId, before }) => ({ productId, cents: before, endedAt }));
  for (const some of chunk(rows, rowsAtOnce)) {
    await tx
      .insertInto('endedPrices')
      .values(some)
      // Two rises at the same instant: nobody saw the price in between.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
