/**
 * Money. Inside the shop an amount is an integer number of US cents. On the wire it is a number of dollars
 * with at most two decimals. Only these functions convert between the two.
 */

/** Cents → the number in JSON: `1250` → `12.5`. */
export function toWire(cents: number): number {
  return cents / 100;
}

/** The number in JSON → cents: `12.5` → `1250`. Rounds away binary noise such as `19.99 * 100`. */
export function fromWire(amount: number): number {
  return Math.round(amount * 100);
}

/**
 * Formats a wire amount for buyers: `1234.5` → `$1,234.50`. Written by hand because the first
 * `Intl.NumberFormat` of a page takes a phone 0.1 s, before the first price shows.
 */
export function formatUsd(amount: number): string {
  const cents = fromWire(Math.abs(amount));
  const dollars = groupThousands(String(Math.floor(cents / 100)));
  return `${amount < 0 ? '-' : ''}$${dollars}.${String(cents % 100).padStart(2, '0')}`;
}

/** The same of cents: `123450` → `$1,234.50`. */
export function formatCents(cents: number): string {
  return formatUsd(toWire(cents));
}

function groupThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return groups.join(',');
}

/** An amount in any currency, not only the shop's. */
export interface Amount {
  /** A whole number, unless the payment provider made a mistake. */
  readonly cents: number;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
}

/**
 * Formats an amount with its currency code: 1200 cents of `USD` → `12.00 USD`. At least two decimals;
 * fractions of a cent stay visible.
 */
export function formatAmount({ cents, currency }: Amount): string {
  return `${(cents / 100).toFixed(8).replace(/0{0,6}$/, '')} ${currency}`;
}

/** Formats an amount as `$12.00` in the shop's currency, and with its code (`12.00 CAD`) in any other. */
export function formatPaid(amount: Amount): string {
  return amount.currency === 'USD' ? formatUsd(toWire(amount.cents)) : formatAmount(amount);
}

/** Whether there is a discount: it must lower the price. 0 means free; null or ≥ price means no discount (OP-63). */
export function isDiscounted(price: number, discountedPrice: number | null | undefined): boolean {
  return discountedPrice !== null && discountedPrice !== undefined && discountedPrice < price;
}

/** What a buyer pays for one design, in the unit of the arguments. */
export function priceToPay(price: number, discountedPrice: number | null | undefined): number {
  return isDiscounted(price, discountedPrice) ? (discountedPrice as number) : price;
}

/** The discount as a rounded percentage, 0–100; 0 without a discount (U07). */
export function discountPercent(price: number, discountedPrice: number | null | undefined): number {
  if (!isDiscounted(price, discountedPrice)) return 0;
  return Math.round(((price - (discountedPrice as number)) / price) * 100);
}
