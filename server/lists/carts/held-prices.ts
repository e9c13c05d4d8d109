import { priceToPay } from '#contract/wire/money.ts';
import type { Reader } from '../../platform/database/open.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import type { ListLine } from '../product-list.ts';

const hour = 3_600_000;

/** A design at the price its buyer pays; amounts in cents. */
export interface HeldLine extends ListLine {
  /** Until when its earlier, lower price is held; unset if it costs this buyer what it costs everybody. */
  readonly heldUntil?: string;
}

/**
 * Gives lines of an account's cart whose price rose lately the price that the buyer saw, as a discounted
 * price. They saw it if the design was in the cart while it cost that, or if it was added at that price. A
 * price that fell since is lower than any held one.
 */
export async function holdPrices(
  database: Reader,
  now: Date,
  accountId: string,
  lines: readonly ListLine[],
): Promise<readonly HeldLine[]> {
  if (lines.length === 0) return lines;
  const { value: hours } = await readSetting(database, 'priceHoldHours');
  if (hours === 0) return lines;
  const seen = await database
    .selectFrom('cartLines')
    .innerJoin('endedPrices', 'endedPrices.productId', 'cartLines.productId')
    .leftJoin('seenPrices', (join) =>
      join
        .onRef('seenPrices.accountId', '=', 'cartLines.accountId')
        .onRef('seenPrices.productId', '=', 'cartLines.productId'),
    )
    .select(['endedPrices.productId', 'endedPrices.cents', 'endedPrices.endedAt'])
    .where('cartLines.accountId', '=', accountId)
    .where('endedPrices.endedAt', '>', new Date(now.getTime() - hours * hour).toISOString())
    .where((row) =>
      row.or([
        row('endedPrices.endedAt', '>=', row.ref('cartLines.addedAt')),
        row('endedPrices.cents', '=', row.ref('seenPrices.cents')),
      ]),
    )
    .orderBy('endedPrices.cents')
    .execute();
  if (seen.length === 0) return lines;
  return lines.map((line) => {
    const lowest = seen.find(({ productId }) => productId === line.productId);
    if (!lowest || lowest.cents >= priceToPay(line.price, line.discountedPrice)) return line;
    const heldUntil = new Date(Date.parse(lowest.endedAt) + hours * hour).toISOString();
    return { ...line, discountedPrice: lowest.cents, heldUntil };
  });
}
