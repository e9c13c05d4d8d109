/** Splits whole cents in proportion to the weights; the shares add up to `cents`. Without weights, evenly. */
export function sharesOf(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const each = total > 0 ? weights : weights.map(() => 1);
  const whole = total > 0 ? total : weights.length;
  let passed = 0;
  let given = 0;
  return each.map((weight) => {
    passed += weight;
    const until = Math.floor((cents * passed) / whole);
    const share = until - given;
    given = until;
    return share;
  });
}

/** An order whose items didn't simply bring in their prices: something was refunded, or another amount was paid. */
export interface OddOrder {
  readonly captured: number;
  /** Refunds of the order as a whole. */
  readonly refunded: number;
  readonly items: readonly {
    /** Its price after all discounts. */
    readonly price: number;
    readonly refunded: number;
  }[];
}

/**
 * What each item of an order brought in after refunds, and whether it is still sold. A payment of another amount
 * and a refund of the order as a whole are shared by its items in proportion.
 */
export function itemSales({ captured, refunded, items }: OddOrder) {
  const paid = sharesOf(
    captured,
    items.map(({ price }) => price),
  );
  const left = items.map((item, place) => Math.max(0, (paid[place] ?? 0) - item.refunded));
  const sum = left.reduce((total, cents) => total + cents, 0);
  const back = sharesOf(Math.min(refunded, sum), left);
  return left.map((cents, place) => {
    const net = cents - (back[place] ?? 0);
    return { net, isSold: net > 0 || (paid[place] ?? 0) === 0 };
  });
}
