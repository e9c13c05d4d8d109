/**
 * What a part of a collection's designs cost, together. All amounts are cents: `price` is for the whole collection,
 * `all` what all its designs cost one by one without discounts, `part` the same of these, `now` what these cost one by
 * one now. Never more than `now`; a discount, whichever design has it, never makes it more.
 */
export function partPrice(price: number, all: number, part: number, now: number): number {
  return price >= all ? now : Math.min(now, Math.floor((part * price) / all));
}

/**
 * Splits what designs cost together over them, in proportion to what each costs one by one, which no share is more
 * than. Returns the shares in the order of `wanted`.
 */
export function collectionShares(together: number, wanted: readonly number[]): number[] {
  const now = sumOf(wanted);
  let reached = 0;
  let given = 0;
  return wanted.map((cents) => {
    reached += cents;
    const share = (together >= now ? reached : Math.floor((reached * together) / now)) - given;
    given += share;
    return share;
  });
}

/** The sum of amounts in cents. */
export function sumOf(cents: readonly number[]): number {
  return cents.reduce((sum, each) => sum + each, 0);
}
