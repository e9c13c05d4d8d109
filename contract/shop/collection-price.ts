/**
 * Splits a collection's price over some of its designs, in proportion to what each costs now, so that leaving
 * designs out lowers the price. All amounts are cents: `price` is for the whole collection, `all` what all its
 * designs cost one by one, `wanted` what each of the wanted ones costs. No share is more than its design
 * costs. Returns the shares in the order of `wanted`.
 */
export function collectionShares(price: number, all: number, wanted: readonly number[]): number[] {
  if (price >= all) return [...wanted];
  let reached = 0;
  let given = 0;
  return wanted.map((cents) => {
    reached += cents;
    const share = Math.floor((reached * price) / all) - given;
    given += share;
    return share;
  });
}
