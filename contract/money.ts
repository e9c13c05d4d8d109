/**
 * Money. Inside the shop an amount is an integer number of US cents; on the wire it is a number of
 * dollars with at most two decimals. Only these functions cross that line.
 */

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Cents → the number that travels in JSON: `1250` → `12.5`. */
export function toWire(cents: number): number {
  return cents / 100;
}

/** The JSON number → cents: `12.5` → `1250`. Rounds away binary noise such as `19.99 * 100`. */
export function fromWire(amount: number): number {
  return Math.round(amount * 100);
}

/** A wire amount as a buyer reads it: `12.5` → `$12.50`. */
export function formatUsd(amount: number): string {
  return dollars.format(amount);
}

/** A discount counts only when it lowers the price; 0 means free, null or ≥ price means none (OP-63). */
export function isDiscounted(price: number, discountedPrice: number | null | undefined): boolean {
  return discountedPrice !== null && discountedPrice !== undefined && discountedPrice < price;
}

/** What a buyer pays for one design, in the unit given. */
export function priceToPay(price: number, discountedPrice: number | null | undefined): number {
  return isDiscounted(price, discountedPrice) ? (discountedPrice as number) : price;
}

/** The rounded percent reduction, 0–100; 0 where there is no discount (spec §9). */
export function discountPercent(price: number, discountedPrice: number | null | undefined): number {
  if (!isDiscounted(price, discountedPrice)) return 0;
  return Math.round(((price - (discountedPrice as number)) / price) * 100);
}
