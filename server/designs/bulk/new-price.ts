import type { PriceWay } from '#contract/studio/bulk-actions.ts';
import type { Rounding } from '#contract/studio/rounding.ts';
import { fromWire } from '#contract/wire/money.ts';

/** How a price changes; `value` is in dollars, or in percent. */
interface PriceStep {
  readonly way: PriceWay;
  readonly value: number;
  readonly rounding?: Rounding;
}

const steps: Readonly<Record<Exclude<Rounding, 'ninetyNine'>, number>> = {
  cent: 1,
  half: 50,
  dollar: 100,
};

/** The changed price, rounded; may be zero or negative, which the caller refuses. All in cents. */
export function newPrice(cents: number, { way, value, rounding = 'cent' }: PriceStep): number {
  if (way === 'set') return fromWire(value);
  const exact =
    way === 'percent'
      ? (cents * (100 + value)) / 100
      : cents + Math.sign(value) * fromWire(Math.abs(value));
  return roundCents(exact, rounding);
}

/** An amount in cents, rounded to whole ones, half a dollar, a dollar, or 99 cents. */
export function roundCents(exact: number, rounding: Rounding): number {
  // Never down to −1 cent: the nearest price that ends in 99 cents is at least 99 cents.
  if (rounding === 'ninetyNine')
    return exact <= 0 ? exact : Math.max(1, Math.round((exact + 1) / 100)) * 100 - 1;
  const step = steps[rounding];
  return Math.round(exact / step) * step;
}
