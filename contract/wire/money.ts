/**
 * Money. Inside the shop an amount is an integer number of US cents; on the wire it is a number of
 * dollars with at most two decimals. Only these functions cross that line.
 */

/** Cents → the number that travels in JSON: `1250` → `12.5`. */
export function toWire(cents: number): number {
  return cents / 100;
}

/** The JSON number → cents: `12.5` → `1250`. Rounds away binary noise such as `19.99 * 100`. */
export function fromWire(amount: number): number {
  return Math.round(amount * 100);
}

/**
 * A wire amount as a buyer reads it: `1234.5` → `$1,234.50`. Written out, because the first
 * `Intl.NumberFormat` of a page takes a phone a tenth of a second, before the first price shows.
 */
export function formatUsd(amount: number): string {
  const cents = fromWire(Math.abs(amount));
  const dollars = groupThousands(String(Math.floor(cents / 100)));
  return `${amount < 0 ? '-' : ''}$${dollars}.${String(cents % 100).padStart(2, '0')}`;
}

function groupThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return groups.join(',');
}

/** An amount in a currency that may be another than the shop's. */
export interface Amount {
  /** Whole ones, unless the payment provider is wrong. */
  readonly cents: number;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
}

/**
 * An amount with the code of its currency: `1200` cents of `USD` → `12.00 USD`. Never fewer than two
 * decimals; parts of a cent stay visible.
 */
export function formatAmount({ cents, currency }: Amount): string {
  return `${(cents / 100).toFixed(8).replace(/0{0,6}$/, '')} ${currency}`;
}

/** An amount as `$12.00` where it is in the shop's currency, and with its code (`12.00 CAD`) in any other. */
export function formatPaid(amount: Amount): string {
  return amount.currency === 'USD' ? formatUsd(toWire(amount.cents)) : formatAmount(amount);
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
