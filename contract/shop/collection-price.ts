/**
 * What a part of a collection's designs cost, together, in proportion to the price for all. All amounts are
 * cents: `price` is for the whole collection, `all` what all its designs cost one by one, `part` what these do.
 * Never more than `part`.
 */
export function partPrice(price: number, all: number, part: number): number {
  return price >= all ? part : Math.floor((part * price) / all);
}

/**
 * Splits what a part of a collection's designs cost together over them, in proportion to what each costs now.
 * `wanted` is what each costs one by one; no share is more. Returns the shares in the order of `wanted`.
 */
export function collectionShares(price: number, all: number, wanted: readonly number[]): number[] {
  let reached = 0;
  let given = 0;
  return wanted.map((cents) => {
    reached += cents;
    const share = partPrice(price, all, reached) - given;
    given += share;
    return share;
  });
}
